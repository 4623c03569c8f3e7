import { describe, expect, it } from 'vitest'
import { DAY, habits, START } from '../fixtures/activities.ts'
import {
  acquaint,
  daysBefore,
  forget,
  learn,
  newHabits,
  packHabits,
  unpackHabits,
  valuesOfAll,
} from './habits.ts'
import { createTraces } from './trace.ts'
import { dayOf, visitsOf } from './visits.ts'

const first = dayOf(START)

function learnt(days: number) {
  const memory = newHabits()
  const { trace } = createTraces()
  const visits = visitsOf(habits('ana@contoso.com', days).map(activity => trace(activity, [])))
  const values = valuesOfAll(visits)
  for (const [index, visit] of visits.entries()) learn(memory, visit, values[index]!)
  return memory
}

describe('a memory of what is normal', () => {
  it('counts the days before, not the day itself', () => {
    const memory = learnt(10)
    expect(memory.activeDays).toBe(10)
    expect(daysBefore(memory, 'network AS12430 ES', first + 10)).toBe(5)
    expect(daysBefore(memory, 'network AS12430 ES', first + 8)).toBe(4)
    expect(daysBefore(memory, 'network AS64500 ES', first + 10)).toBe(0)
  })

  it('knows nobody before a week has gone by', () => {
    expect(acquaint(learnt(5), newHabits(), first + 5).knowledge).toBe('none')
    expect(acquaint(learnt(9), newHabits(), first + 9).knowledge).toBe('before')
  })

  it('judges the beginning of a look-back by the whole of it', () => {
    const knows = acquaint(newHabits(), learnt(30), first)
    expect(knows.knowledge).toBe('whole')
    expect(knows.knows('client Outlook on iOS')).toBe(true)
    expect(knows.knows('client Firefox on Linux')).toBe(false)
  })

  it('is the same after it was packed away', () => {
    const memory = learnt(12)
    expect(unpackHabits(JSON.parse(JSON.stringify(packHabits(memory))))).toEqual(memory)
  })

  it('forgets what was not seen for half a year', () => {
    const memory = learnt(3)
    forget(memory, START + 100 * DAY)
    expect(memory.values.size).toBeGreaterThan(5)
    forget(memory, START + 200 * DAY)
    expect(memory.values.size).toBe(0)
  })
})
