// Everything the dashboard can call.
import { readMe, switchOrganization } from './me.ts'
import type { ConsoleRoute } from './route.ts'

export const consoleRoutes = [readMe, switchOrganization] as unknown as ConsoleRoute[]
