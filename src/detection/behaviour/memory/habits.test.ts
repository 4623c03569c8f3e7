import { describe, expect, it } from 'vitest'
import { habits, START } from '../../fixtures/activities.ts'
import { acquaint, createLearner, daysBefore, newHabits, valuesOfAll } from './habits.ts'
import { createTraces } from './trace.ts'
import { dayOf, visitsOf } from './visits.ts'

const first = dayOf(START)

function learnt(days: number) {
  const memory = newHabits()
  const { trace } = createTraces()
  const visits = visitsOf(habits('ana@contoso.com', days).map(activity => trace(activity, [])))
  const values = valuesOfAll(visits)
  const learn = createLearner(memory)
  for (const [index, visit] of visits.entries()) learn(visit, values[index]!)
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
})
