// Writes down who did what, when and from where, in the transaction that does it.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'

/** Every action there is; the dashboard filters by these. */
export const ACTIONS = [
  'signed in',
  'failed to sign in',
  'signed out',
  'changed their name',
  'changed their password',
  'asked for a new password',
  'set a new password',
  'turned two-factor on',
  'turned two-factor off',
  'made new recovery codes',
  'added a passkey',
  'removed a passkey',
  'reset a second factor',
  'made the organization',
  'invited a member',
  'withdrew an invitation',
  'joined',
  'changed a role',
  'removed a member',
  'required a second factor',
  'stopped requiring a second factor',
  'made an API key',
  'deleted an API key',
  'moved an incident',
  'paused a tenant',
  'resumed a tenant',
  'connected a tenant',
  'changed how a tenant is reached',
  'checked a tenant’s connection',
  'offboarded a tenant',
  'imported records',
  'added a rule',
  'changed a rule',
  'deleted a rule',
  'switched a rule off',
  'switched a rule on',
  'declared travel',
  'withdrew declared travel',
  'trusted a network',
  'withdrew trust in a network',
  'exported the audit log',
] as const
export type Action = (typeof ACTIONS)[number]

/** Whoever acts: a member, or somebody not (yet) known to be one. */
export interface Actor {
  personId: string | null
  name: string
  address: string | null
}

export interface AuditEntry {
  action: Action
  /** What it was done to, in words. */
  subject: string
  detail?: Record<string, unknown>
  at: Date
}

export async function writeAudit(
  tx: Tx,
  organizationId: string,
  actor: Actor,
  { action, subject, detail = {}, at }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      at,
      person_id: actor.personId,
      actor: actor.name,
      action,
      subject,
      detail: JSON.stringify(detail),
      address: actor.address,
    })
    .execute()
}
