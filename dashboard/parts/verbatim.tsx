// A text word for word, such as a record: it scrolls when it is long, and can be copied.
import { Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Copy } from './copy.tsx'
import styles from './verbatim.module.css'

interface VerbatimProps {
  text: string
  /** What the text is, for whoever does not see it. */
  label: string
  /** On the button: 'Copy JSON'. */
  copy: string
  /** What is said of it. */
  children: ReactNode
}

export const Verbatim = ({ text, label, copy: word, children }: VerbatimProps) => (
  <Stack gap="sm">
    <Group justify="space-between" align="flex-start">
      {children}
      <Copy value={text}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          >
            {copied ? 'Copied' : word}
          </Button>
        )}
      </Copy>
    </Group>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
    <section className={styles.text} tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  </Stack>
)
