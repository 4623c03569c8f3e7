// Everything the dashboard can call.
import { changeName, endOtherSessions, endSession, readOwnAccount, removeOwnPasskey } from './account.ts'
import { exportAudit, readAudit, readAuditFilters } from './audit.ts'
import { connectByCredentials, readOnboarding } from './connect-tenant.ts'
import { changeConnection, readTenantConnection, tryConnection } from './connection.ts'
import { askForConsent, connectByConsent, proveConsent } from './consent.ts'
import { addNetwork, addTravel } from './declare.ts'
import { readDeclarations, withdrawDeclaration } from './declared.ts'
import { moveIncidentByHand, readIncidentPage, readIncidentRecord, readIncidentRecords } from './incident.ts'
import { readIncidents, readIncidentTenants } from './incidents.ts'
import { makeInvitation, removeInvitation } from './invitations.ts'
import { makeKey, readKeys, removeKey } from './keys.ts'
import { readMe, switchOrganization } from './me.ts'
import { dismissMember, readMembers, setRole } from './members.ts'
import { offboard, previewOffboarding } from './offboarding.ts'
import { readOverview } from './overview.ts'
import type { ConsoleRoute } from './route.ts'
import { addRule, changeRule, readRule, readRules, removeRule, setRuleSwitch, tryRuleOut } from './rules.ts'
import { readSecurity, setSecurity } from './security.ts'
import { listTenants, pause, previewTenantPause, readTenant, readTenantUsers, resume } from './tenants.ts'
import { exportUsage, readUsage, readUsageHistory, readUsageUsers } from './usage.ts'

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
