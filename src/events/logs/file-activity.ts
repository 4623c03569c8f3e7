// SharePoint and OneDrive: which file, in which site, shared with whom.
import type { Activity } from '../activity.ts'
import { type Fields, flag, list, text } from '../words/field.ts'
import { personOf } from '../words/person.ts'

export function fileFacts(activity: Activity, record: Fields): void {
  activity.targetId = text(record.ListItemUniqueId) ?? text(record.UniqueSharingId)
  activity.resource = text(record.SiteUrl) ?? text(record.Site_Url)
  const device = flag(record.IsManagedDevice)
  if (device !== null) activity.isDeviceKnown = device
  activity.detail = text(record.SourceFileName)
  if (activity.action === 'file-share') {
    const guest = text(record.TargetUserOrGroupName) ?? text(record.UserSharedWith)
    const person = personOf(guest)
    activity.targetUser = person.user
    const kind = /<Type>([^<]+)<\/Type>/.exec(text(record.EventData) ?? text(record.Event_Data) ?? '')?.[1]
    activity.detail = [activity.detail, kind, guest && `to ${guest}`].filter(Boolean).join(', ') || null
  } else if (activity.action === 'file-search') {
    activity.detail = text(record.SearchQueryText) ?? text(record.QueryText)
  } else if (activity.action === 'policy-changed' || activity.action === 'other') {
    const [first] = list(record.ModifiedProperties)
    const name = text(first?.Name)
    if (name !== null) activity.detail = `${name}: ${text(first?.NewValue) ?? ''}`.trim()
  }
}
