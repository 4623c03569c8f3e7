// An application that several people of one company are led to let in, one by the mail of the other.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 10 * HOUR
const APP = { appId: '5c0b7f0e-7a68-4a7e-9d0f-0d2f3f1b9c11', appName: 'Paper View' }
const PEOPLE = ['ana', 'bo', 'cleo', 'dov', 'eda', 'fay'].map(name => `${name}@contoso.com`)

/** Lets it in at the desk; minutes later a script of its maker's is at work in a big cloud. */
const letsIn = (user: string, n: number, sends: number): Activity[] => {
  const at = T + n * HOUR
  const script = { ...APP, user, session: `${user} app`, client: 'Go-http-client', isInteractive: false }
  return [
    deed(at, 'office', 'consent-granted', {
      user,
      operation: 'Consent to application',
      session: `${user}-20`,
      target: APP.appName,
      targetId: APP.appId,
      detail: 'Mail.ReadWrite Mail.Send offline_access',
    }),
    act(at + 10 * MINUTE, 'aws', script),
    deed(at + 12 * MINUTE, 'aws', 'mail-read', { ...script, itemCount: 40 }),
    ...(sends > 0 ? [deed(at + 20 * MINUTE, 'aws', 'mail-send', { ...script, itemCount: sends })] : []),
  ]
}

const accused = (people: string[], sends: (place: number) => number) =>
  judge(...people.flatMap((user, n) => [habits(user), letsIn(user, n, sends(n))]))
    .map(({ user }) => user)
    .sort()

describe('an application in a big cloud that a few let in', () => {
  const three = PEOPLE.slice(0, 3)

  it('is a lure where it sends the next one, also of whoever’s mail it has only read', () => {
    expect(accused(three, () => 60)).toEqual(three)
    expect(accused(three, place => (place === 0 ? 0 : 60))).toEqual(three)
  })

  it('may be a new service, and what many have is one', () => {
    expect(accused(three, () => 0)).toEqual([])
    expect(accused(PEOPLE, () => 60)).toEqual([])
  })
})
