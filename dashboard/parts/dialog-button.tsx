// A button that opens a dialog whose script comes when it is first wanted.
import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { showRefusal } from './notify.ts'

export interface DialogProps {
  isOpen: boolean
  close(): void
}

interface DialogButtonProps<About> extends ButtonProps {
  load(): Promise<ComponentType<About & DialogProps>>
  /** What else the dialog is given. */
  about: About
  children: ReactNode
}

export function DialogButton<About extends object>({
  load,
  about,
  children,
  ...button
}: DialogButtonProps<About>) {
  const [Dialog, setDialog] = useState<ComponentType<About & DialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    try {
      const loaded = Dialog ?? (await load())
      // There before it opens: a dialog remembers where the focus was when it opens, to give it back.
      flushSync(() => setDialog(() => loaded))
      setOpen(true)
    } catch (error) {
      showRefusal(error)
    }
  }
  return (
    <>
      <Button
        {...button}
        onClick={() => void open()}
        // Mostly it is there when the button is pressed.
        onMouseEnter={() => void load().catch(() => undefined)}
        onFocus={() => void load().catch(() => undefined)}
      >
        {children}
      </Button>
      {Dialog && <Dialog {...about} isOpen={isOpen} close={() => setOpen(false)} />}
    </>
  )
}
