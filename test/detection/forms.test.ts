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
    expect(judged.taken).toBeGreaterThan(3000)
    expect(judged.bad).toEqual(form.unread ?? [])
    expect(story.compare(judged.incidents)).toEqual({
      missed: [],
      misdated: [],
      several: [],
      invented: [],
    })
  })
})
