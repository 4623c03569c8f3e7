// The whole public API.
import { incidentsRoute } from './incidents.ts'
import { usageRoute } from './usage.ts'

export const routes = [incidentsRoute, usageRoute]
