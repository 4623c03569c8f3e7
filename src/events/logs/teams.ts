// Teams: who wrote, who was let in.
import type { Activity } from '../activity.ts'
import { type Fields, list, text } from '../words/field.ts'
import { personOf } from '../words/person.ts'

export function teamsFacts(activity: Activity, record: Fields): void {
  activity.target =
    text(record.TeamName) ??
    text(record.ChatName) ??
    text(record.ChannelName) ??
    text(record.ItemName) ??
    activity.target
  activity.targetId = text(record.TeamGuid) ?? text(record.ChatThreadId)
  const members = list(record.Members)
  const others = members
    .map(member => personOf(member.UPN).user)
    .filter(upn => upn !== null && upn !== activity.user)
  activity.targetUser = others[0] ?? null
  if (activity.action === 'team-member-added') {
    activity.detail = others.join(', ') || null
    activity.itemCount = Math.max(1, members.length)
  } else if (activity.action === 'message-send') {
    activity.detail =
      others.length > 0 ? `to ${others.slice(0, 5).join(', ')}` : text(record.CommunicationType)
  } else {
    activity.detail = text(record.AddonName) ?? text(record.Name)
  }
}
