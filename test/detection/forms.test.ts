// The same attacks in every form in which the logs may come: of the same people, from the same moments, once each.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms } from './forms/forms.ts'
import { type Judged, judgeFiles, type Story, tellStory } from './forms/judge.ts'

let story: Story
beforeAll(async () => {
  story = await tellStory()
})

describe.each(forms)('$name', form => {
  test('every attack is found once, from its beginning, and none is invented', async () => {
    const judged: Judged = await judgeFiles(form.files(story.logs))
    expect(judged.taken).toBeGreaterThan(2000)
    expect(judged.bad.map(reason => reason.split(':')[0])).toEqual(form.unread ?? [])
    expect(story.compare(judged.incidents)).toEqual({
      missed: [],
      missedQuiet: [],
      misdated: [],
      several: [],
      invented: [],
    })
  })
})

/** The same records over and over: a sign-in as Graph's, as a row of a table, and as UserLoggedIn of the audit log. */
const MIXES = [
  ['Graph, lists', 'Log Analytics, rows', 'Management Activity API, a record a line'],
  ['Entra portal, CSV', 'Purview, CSV of before'],
  ['Defender, advanced hunting of sign-ins', 'Sentinel, CSV of all tables', 'Search-UnifiedAuditLog, JSON'],
]

const mixed = (names: string[], { logs }: Story) =>
  names.flatMap(name => forms.find(form => form.name === name)!.files(logs))

describe.each(MIXES.map(names => ({ names })))('a folder with $names', ({ names }) => {
  test('has each attack once, and no second network that is only another form', async () => {
    const { incidents } = await judgeFiles(mixed(names, story))
    expect(story.compare(incidents)).toEqual({
      missed: [],
      missedQuiet: [],
      misdated: [],
      several: [],
      invented: [],
    })
  })

  test('has none where nobody was attacked', async () => {
    const peace = await tellStory({ isPeaceful: true })
    const { incidents } = await judgeFiles(mixed(names, peace))
    expect(incidents.map(({ user, title }) => `${user}: ${title}`)).toEqual([])
  })
})
