// From an act to the records it leaves, in every feed that would show it.
import type { Act } from '../act.ts'
import type { Company } from '../cast.ts'
import { directoryRecords } from './directory.ts'
import { fileRecords, teamsRecords } from './files.ts'
import { mailRecords } from './mail.ts'
import type { LoggedRecord } from './published.ts'
import { signInRecords } from './sign-in.ts'

export function writeRecords(company: Company, act: Act, out: LoggedRecord[]): void {
  if (act.what === 'sign-in') signInRecords(company, act, out)
  else if (act.what === 'file') fileRecords(company, act, out)
  else if (act.what === 'teams') teamsRecords(company, act, out)
  else if (act.what === 'directory') directoryRecords(company, act, out)
  else mailRecords(company, act, out)
}
