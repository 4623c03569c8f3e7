// Uploading exported logs, with a bar, and what became of them.
import { Alert, Button, FileInput, List, Modal, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Imported } from '../../src/sources/files/import.ts'
import { consoleUrl, Refusal } from '../api/call.ts'
import { formatCount } from '../parts/numbers.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import type { TenantPage } from './queries.ts'

export function ImportButton({ tenant }: { tenant: TenantPage['tenant'] }) {
  const [isOpen, { open, close }] = useDisclosure()
  const [file, setFile] = useState<File | null>(null)
  const [part, setPart] = useState(0)
  const [imported, setImported] = useState<Imported>()
  const { isBusy, refusal, setRefusal, submit } = useSubmit()
  const queries = useQueryClient()
  const begin = () => {
    // An import that is still under way goes on being shown.
    if (!isBusy) {
      setFile(null)
      setImported(undefined)
      setRefusal(undefined)
    }
    open()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    void submit(async () => {
      setImported(undefined)
      setPart(0)
      const path = `/tenants/${encodeURIComponent(tenant.serviceTenantId)}/import`
      setImported(await upload(consoleUrl(path, { name: file.name }), file, setPart))
      await queries.invalidateQueries()
    })
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={begin}>
        Import logs
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Import logs of ${tenant.displayName}`}>
        <form onSubmit={onSubmit}>
          <Stack gap="sm">
            <FileInput
              label="File"
              clearButtonProps={{ 'aria-label': 'Choose no file' }}
              description="Purview audit CSV, Entra sign-in or audit logs as JSON or CSV, Azure Monitor, Log Analytics or lines of JSON; also in gzip or zip."
              placeholder="Choose a file"
              required
              clearable
              value={file}
              onChange={setFile}
            />
            {isBusy && !imported && (
              <Progress.Root size="lg">
                <Progress.Section value={part * 100} aria-label="Sent" animated />
              </Progress.Root>
            )}
            <RefusalNote>{refusal}</RefusalNote>
            {imported && <Outcome imported={imported} />}
            <Button type="submit" loading={isBusy} disabled={!file}>
              Import
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  )
}

function Outcome({ imported: { stored, known, refused, bad } }: { imported: Imported }) {
  return (
    <Alert color={refused ? 'yellow' : 'teal'} title="Imported" role="status">
      <Text size="sm">
        {formatCount(stored)} records are new, {formatCount(known)} were there already, {formatCount(refused)}{' '}
        could not be taken.
      </Text>
      {bad.length > 0 && (
        <List size="xs" mt="xs" aria-label="What could not be taken">
          {bad.map(({ line, reason, member }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two lines may be bad alike
            <List.Item key={index}>
              {[member, line === null ? null : `line ${line}`].filter(Boolean).join(', ') || 'The file'}:{' '}
              {reason}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

/** Not by fetch: that does not tell how much has been sent. */
function upload(url: string, file: File, onPart: (part: number) => void): Promise<Imported> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onPart(total ? loaded / total : 0)
    request.onerror = () =>
      reject(new Refusal(0, 'Vedette cannot be reached. Check your connection and try again.'))
    request.onload = () => {
      let answer: { detail?: string } = {}
      try {
        answer = JSON.parse(request.responseText)
      } catch {
        // Said below by its status.
      }
      if (request.status === 200) resolve(answer as unknown as Imported)
      else
        reject(
          new Refusal(request.status, answer.detail ?? `Vedette answered with status ${request.status}.`),
        )
    }
    request.send(file)
  })
}
