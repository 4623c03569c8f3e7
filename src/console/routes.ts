// Everything the dashboard can call.

import { exportAudit, readAudit, readAuditFilters } from './audit.ts'
import {
  moveIncidentByHand,
  readIncidentPage,
  readIncidentRecord,
  readIncidentRecords,
} from './incidents/incident.ts'
import { readIncidents, readIncidentTenants } from './incidents/incidents.ts'
import { readOverview } from './incidents/overview.ts'
import { makeKey, readKeys, removeKey } from './keys.ts'
import { readMe, switchOrganization } from './me.ts'
import {
  changeName,
  endOtherSessions,
  endSession,
  readOwnAccount,
  removeOwnPasskey,
} from './members/account.ts'
import { makeInvitation, removeInvitation } from './members/invitations.ts'
import { dismissMember, readMembers, setRole } from './members/members.ts'
import { readSecurity, setSecurity } from './members/security.ts'
import type { ConsoleRoute } from './route.ts'
import { addRule, changeRule, readRule, readRules, removeRule, setRuleSwitch, tryRuleOut } from './rules.ts'
import { connectByCredentials, readOnboarding } from './tenants/connect-tenant.ts'
import { changeConnection, readTenantConnection, tryConnection } from './tenants/connection.ts'
import { askForConsent, connectByConsent, proveConsent } from './tenants/consent.ts'
import { addNetwork, addTravel } from './tenants/declare.ts'
import { readDeclarations, withdrawDeclaration } from './tenants/declared.ts'
import { offboard, previewOffboarding } from './tenants/offboarding.ts'
import {
  listTenants,
  pause,
  previewTenantPause,
  readTenant,
  readTenantUsers,
  resume,
} from './tenants/tenants.ts'
import { exportUsage, readUsage, readUsageHistory, readUsageUsers } from './usage/usage.ts'

export const consoleRoutes = [
  readMe,
  switchOrganization,
  readOwnAccount,
  changeName,
  removeOwnPasskey,
  endSession,
  endOtherSessions,
  readMembers,
  setRole,
  dismissMember,
  makeInvitation,
  removeInvitation,
  readSecurity,
  setSecurity,
  readKeys,
  makeKey,
  removeKey,
  readRule,
  readRules,
  addRule,
  changeRule,
  removeRule,
  setRuleSwitch,
  tryRuleOut,
  readDeclarations,
  addTravel,
  addNetwork,
  withdrawDeclaration,
  readAudit,
  readAuditFilters,
  exportAudit,
  readIncidents,
  readIncidentTenants,
  readIncidentPage,
  readIncidentRecord,
  readIncidentRecords,
  moveIncidentByHand,
  listTenants,
  readTenant,
  readTenantUsers,
  previewTenantPause,
  pause,
  resume,
  readOnboarding,
  askForConsent,
  proveConsent,
  connectByConsent,
  connectByCredentials,
  readTenantConnection,
  changeConnection,
  tryConnection,
  previewOffboarding,
  offboard,
  readUsage,
  readUsageHistory,
  readUsageUsers,
  exportUsage,
  readOverview,
] as unknown as ConsoleRoute[]
