// What an upload is answered with, line by line, as the page reads it.
import type { Problem } from '../../http/problem.ts'
import type { Imported, ImportProgress } from '../../sources/files/import.ts'

export interface UploadProgress extends ImportProgress {
  /** Of the whole file, where its sender says so. */
  bytes: number | null
}

/** The last one is `imported` or `problem`; without it the answer broke off. */
export type UploadLine =
  | { progress: UploadProgress }
  | { imported: Imported }
  | { problem: ReturnType<Problem['body']> }
