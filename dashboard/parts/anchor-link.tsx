// A link within the dashboard that looks like Mantine's and knows the router's addresses.
import { Anchor, type AnchorProps, Card, type CardProps } from '@mantine/core'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const PlainAnchor = (props: AnchorProps) => <Anchor {...props} />
const LinkedAnchor = createLink(PlainAnchor)
export const AnchorLink: LinkComponent<typeof PlainAnchor> = props => <LinkedAnchor {...props} />

type CardLinkProps = CardProps & { children?: ReactNode; 'aria-label'?: string }
const PlainCard = (props: CardLinkProps) => <Card component="a" {...props} />
const LinkedCard = createLink(PlainCard)
export const CardLink: LinkComponent<typeof PlainCard> = props => <LinkedCard {...props} />
