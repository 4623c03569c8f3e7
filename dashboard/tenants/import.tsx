// Importing exported logs, with a bar that tells how many records are stored, and what became of them.
import {
  Alert,
  Button,
  FileInput,
  Group,
  List,
  Modal,
  Progress,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Imported } from '../../src/sources/files/import.ts'
import type { DialogProps } from '../parts/dialog-button.tsx'
import { countOf, formatCount } from '../parts/numbers.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import type { TenantPage } from './queries.ts'
import { type UploadState, uploadLogs, whatStays } from './upload.ts'

interface Shown extends UploadState {
  bytes: number
  /** What a screen reader says: with every tenth of the way, not with every record. */
  announced: string
}

export function ImportDialog({ tenant, isOpen, close }: Pick<TenantPage, 'tenant'> & DialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [shown, setShown] = useState<Shown>()
  const [imported, setImported] = useState<Imported>()
  const [isCancelled, setCancelled] = useState(false)
  const cancelling = useRef<AbortController>(undefined)
  const { isBusy, refusal, setRefusal, submit } = useSubmit()
  const queries = useQueryClient()
  useWarningWhen(isBusy)
  const clear = () => {
    setShown(undefined)
    setImported(undefined)
    setCancelled(false)
  }
  useDidUpdate(() => {
    // An import that is still under way goes on being shown.
    if (!isOpen || isBusy) return
    setFile(null)
    clear()
    setRefusal(undefined)
  }, [isOpen])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    clear()
    cancelling.current = new AbortController()
    const { signal } = cancelling.current
    const onState = (state: UploadState) => setShown(before => toShow(state, file.size, before))
    void submit(async () => {
      try {
        const done = await uploadLogs(tenant.serviceTenantId, file, { signal, onState })
        if (done) setImported(done)
        else setCancelled(true)
      } finally {
        // Also of a part: what is stored is there.
        void queries.invalidateQueries()
      }
    })
  }
  return (
    <Modal opened={isOpen} onClose={close} title={`Import logs of ${tenant.displayName}`}>
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
          <FileInput
            label="File"
            clearButtonProps={{ 'aria-label': 'Choose no file' }}
            description="Purview audit CSV, Entra sign-in or audit logs as JSON or CSV, Azure Monitor, Log Analytics or lines of JSON; also in gzip or zip."
            placeholder="Choose a file"
            required
            clearable={!isBusy}
            disabled={isBusy}
            value={file}
            onChange={setFile}
          />
          {isBusy && shown && <Bar shown={shown} />}
          <VisuallyHidden role="status">{isBusy ? shown?.announced : ''}</VisuallyHidden>
          <RefusalNote>{refusal}</RefusalNote>
          {imported && <Outcome imported={imported} />}
          {isCancelled && <Cancelled shown={shown} />}
          <Group grow>
            {isBusy && (
              <Button variant="default" onClick={() => cancelling.current?.abort()}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={isBusy} disabled={!file}>
              Import
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Vedette reads the file as it arrives: leaving the page would end it half-way. */
function useWarningWhen(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}

/** Until something was read, how much was sent is all there is to tell. */
const partOf = ({ sentBytes, progress }: UploadState, bytes: number) =>
  Math.min(1, (progress?.bytesRead || sentBytes) / bytes)

function wordsFor({ sentBytes, progress }: UploadState, bytes: number): string {
  const of = (part: number) => `${megabytes(Math.min(part, bytes))} of ${megabytes(bytes)} MB`
  if (!progress?.bytesRead) return `${of(sentBytes)} sent.`
  const { stored, known, refused, bytesRead } = progress
  return [
    `${countOf(stored, 'record')} stored`,
    known && `${formatCount(known)} there already`,
    refused && `${formatCount(refused)} could not be taken`,
    `${of(bytesRead)} read.`,
  ]
    .filter(Boolean)
    .join(', ')
}

const megabytes = (bytes: number) => formatCount(Math.ceil(bytes / 100_000) / 10)

function toShow(state: UploadState, bytes: number, before: Shown | undefined): Shown {
  const tenth = (each: UploadState) => `${!each.progress?.bytesRead} ${Math.floor(partOf(each, bytes) * 10)}`
  const announced = before && tenth(before) === tenth(state) ? before.announced : wordsFor(state, bytes)
  return { ...state, bytes, announced }
}

function Bar({ shown }: { shown: Shown }) {
  const words = wordsFor(shown, shown.bytes)
  const percent = Math.floor(partOf(shown, shown.bytes) * 100)
  return (
    <Stack gap={4}>
      <Progress.Root size="lg">
        <Progress.Section
          value={percent}
          // Its own would read the percentage out instead of the words.
          withAria={false}
          role="progressbar"
          aria-label="Import"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={words}
          animated
        />
      </Progress.Root>
      <Text size="sm">{words}</Text>
      <Text size="xs" c="dimmed">
        If you cancel, what is stored stays. Importing the file again adds the rest, and nothing twice.
      </Text>
    </Stack>
  )
}

const Cancelled = ({ shown }: { shown: Shown | undefined }) => (
  <Alert color="gray" title="Cancelled" role="status">
    <Text size="sm">
      {whatStays(shown?.progress ?? null)} Importing the file again adds the rest, and nothing twice.
    </Text>
  </Alert>
)

function Outcome({ imported: { stored, known, refused, bad, elsewhere } }: { imported: Imported }) {
  // Then what is refused is the file, and no record of it.
  const isNoLog = !stored && !known && bad.length === refused && bad.every(({ line }) => line === null)
  return (
    <Alert
      color={refused || elsewhere ? 'yellow' : 'teal'}
      title={stored ? 'Imported' : known ? 'Nothing new' : 'Nothing was taken'}
      role="status"
    >
      {!isNoLog && (
        <Text size="sm">
          {countOf(stored, 'record is', 'records are')} new, {countOf(known, 'was', 'were')} there already,{' '}
          {formatCount(refused)} could not be taken.
        </Text>
      )}
      {elsewhere && (
        <Text size="sm" mt="xs">
          {formatCount(elsewhere.records)} of them are of another directory, {elsewhere.directoryTenantId}.
          Was this the right tenant?
        </Text>
      )}
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
