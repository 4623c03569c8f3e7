// Sends a file of logs and hears, while it is being stored, how far that is.
import type { UploadLine, UploadProgress } from '../../src/console/tenants/upload-line.ts'
import type { Imported } from '../../src/sources/files/import.ts'
import { consoleUrl, Refusal, read } from '../api/call.ts'
import { countOf } from '../parts/numbers.ts'

export interface UploadState {
  sentBytes: number
  /** Null while Vedette has not told anything. */
  progress: UploadProgress | null
}

const ASK_MILLISECONDS = 1000
const UNREACHABLE = 'Vedette cannot be reached. Check your connection and try again.'

/** Null when it was cancelled. */
export async function uploadLogs(
  serviceTenantId: string,
  file: File,
  { signal, onState }: { signal: AbortSignal; onState(state: UploadState): void },
): Promise<Imported | null> {
  const path = `/tenants/${encodeURIComponent(serviceTenantId)}/import`
  const upload = crypto.getRandomValues(new BigUint64Array(2)).join('-')
  let state: UploadState = { sentBytes: 0, progress: null }
  const tell = (change: Partial<UploadState>) => {
    state = { ...state, ...change }
    onState(state)
  }
  // Chromium hands out nothing of the answer before all is sent. Of several processes, one knows: the others say null.
  const asking = setInterval(async () => {
    const { progress } = await read<{ progress: UploadProgress | null }>(`${path}/${upload}`).catch(() => ({
      progress: null,
    }))
    if (progress && progress.bytesRead > (state.progress?.bytesRead ?? 0)) tell({ progress })
  }, ASK_MILLISECONDS)
  try {
    return await send(consoleUrl(path, { name: file.name, upload }), file, { signal, tell, of: () => state })
  } finally {
    clearInterval(asking)
  }
}

interface Sending {
  signal: AbortSignal
  tell(change: Partial<UploadState>): void
  of(): UploadState
}

/** Not by fetch: that does not tell how much has been sent, which a proxy may hold back until it has everything. */
function send(url: string, file: File, { signal, tell, of }: Sending): Promise<Imported | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let readTo = 0
    let last: UploadLine | undefined
    const readLines = () => {
      if (request.status !== 200) return
      const end = request.responseText.lastIndexOf('\n') + 1
      for (const line of request.responseText.slice(readTo, end).split('\n')) {
        if (!line) continue
        last = JSON.parse(line) as UploadLine
        if ('progress' in last) tell({ progress: last.progress })
      }
      readTo = end
    }
    request.open('POST', url)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => tell({ sentBytes: loaded })
    request.onprogress = readLines
    request.onabort = () => resolve(null)
    request.onerror = () => reject(new Refusal(0, brokenOff(of())))
    request.onload = () => {
      readLines()
      if (request.status !== 200) reject(refusalOf(request))
      else if (last && 'imported' in last) resolve(last.imported)
      else if (last && 'problem' in last) reject(new Refusal(last.problem.status, last.problem.detail))
      else reject(new Refusal(0, brokenOff(of())))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

const brokenOff = ({ sentBytes, progress }: UploadState): string =>
  sentBytes || progress
    ? `The connection to Vedette broke. ${whatStays(progress)} Import the same file again: what is there already is not stored twice.`
    : UNREACHABLE

export const whatStays = (progress: UploadProgress | null): string =>
  progress?.stored
    ? `${countOf(progress.stored, 'record')} or more had been stored, and stay.`
    : 'What had been stored stays.'

function refusalOf({ status, responseText }: XMLHttpRequest): Refusal {
  let problem: { detail?: string; type?: string } = {}
  try {
    problem = JSON.parse(responseText)
  } catch {
    // Whatever stands in front of Vedette answered; said below by its status.
  }
  const silent =
    status === 413
      ? 'The file is larger than what stands in front of Vedette lets through. Pack it with gzip, or ask whoever runs Vedette to raise that limit or to use the import command.'
      : `Vedette could not answer (status ${status}). Try again in a moment.`
  return new Refusal(status, problem.detail ?? silent, problem)
}
