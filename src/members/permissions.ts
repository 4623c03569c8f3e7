// Who may do what: the one table that the server enforces and the pages show.
import type { Role } from '../database/types.ts'

export const PERMISSIONS = {
  'read incidents': ['Admin', 'Full Member'],
  'move incidents': ['Admin', 'Full Member'],
  'reopen incidents': ['Admin'],
  'read tenants': ['Admin', 'Full Member'],
  'pause tenants': ['Admin'],
  'connect tenants': ['Admin'],
  'import records': ['Admin'],
  'read usage': ['Admin', 'Full Member'],
  'read keys': ['Admin', 'Full Member'],
  'manage keys': ['Admin'],
  'read members': ['Admin', 'Full Member'],
  'manage members': ['Admin'],
  'require a second factor': ['Admin'],
  'read audit log': ['Admin'],
  'read rules': ['Admin', 'Full Member'],
  'manage rules': ['Admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role)
