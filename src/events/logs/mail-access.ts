// Whose mail it was, and whether a whole folder of it was copied.
import type { Action, Activity } from '../activity.ts'
import { remembering } from '../remember.ts'

export interface MailAccess {
  /** Whose mailbox it was, where it is not that of whoever acted. */
  mailbox: string | null
  /** The folder that was synchronised: then no record tells which messages went, and Microsoft says to count all of it as read. */
  synced: string | null
}

const IN_MAILBOX = new Set<Action>(['mail-read', 'mail-send', 'mail-delete', 'mail-sent-delete', 'mail-move'])

export const othersMailbox = ({ action, user, targetUser }: Activity): string | null =>
  targetUser !== null && targetUser !== user && IN_MAILBOX.has(action) ? targetUser : null

const SYNC = 'Sync'

/** Of what mailbox.ts notes as 'Sync, \Inbox'. */
export function syncedFolder({ action, detail }: Activity): string | null {
  if (action !== 'mail-read' || detail === null || !detail.startsWith(SYNC)) return null
  return folderIn(detail)
}

const folderIn = remembering(detail => detail.slice(SYNC.length).replace(/^, \\*/, '') || 'a folder', {
  atMost: 5000,
  longest: 1000,
})

export const mailAccessOf = (activity: Activity): MailAccess => ({
  mailbox: othersMailbox(activity),
  synced: syncedFolder(activity),
})
