// Copies a text with one press, and says so where the browser does not let it.
import { type ReactNode, useEffect, useState } from 'react'
import { showRefusal } from './notify.ts'

const SAID_FOR_MILLISECONDS = 1500

interface CopyProps {
  value: string
  children(state: { copied: boolean; copy(): void }): ReactNode
}

export function Copy({ value, children }: CopyProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const over = setTimeout(() => setCopied(false), SAID_FOR_MILLISECONDS)
    return () => clearTimeout(over)
  }, [copied])
  const copy = async () => {
    if (await putIntoClipboard(value)) setCopied(true)
    else showRefusal('This browser did not let the page copy. Select the text and copy it yourself.')
  }
  return children({ copied, copy: () => void copy() })
}

async function putIntoClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return putByCommand(text)
  }
}

/** Over plain http browsers keep their clipboard from pages, but not this older way. */
function putByCommand(text: string): boolean {
  let isPut = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isPut = true
  }
  document.addEventListener('copy', give, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return isPut
}
