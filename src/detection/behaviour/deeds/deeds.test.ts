// What deeds are called.
import { expect, it } from 'vitest'
import type { Activity } from '../../../events/activity.ts'
import { deed, START } from '../../fixtures/activities.ts'
import { createTraces } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import { judgeDeeds } from './deeds.ts'

const CONTEXT = {
  user: 'ana@contoso.com',
  ownDomains: new Set(['contoso.com']),
  isUsual: () => false,
  isCommonRule: () => false,
  isToCommonApp: () => false,
  isLearnt: true,
}

it.each<[Activity['action'], Partial<Activity>, string]>([
  [
    'device-registered',
    { target: 'ana@contoso.com', targetUser: 'ana@contoso.com', detail: 'LAPTOP-9' },
    'Registered a device: LAPTOP-9',
  ],
  ['app-created', { target: 'Tool' }, 'Made an application: Tool'],
  [
    'app-created',
    { target: 'Tool', detail: 'of the directory 501f' },
    'Let in an application of another directory: Tool',
  ],
])('%s %o: %s', (action, said, words) => {
  const trace = createTraces().trace(deed(START, 'home', action, said), [])
  const signals = judgeDeeds({ notable: [trace] } as unknown as Visit, CONTEXT)
  expect(signals.map(({ says }) => says)).toEqual([words])
})
