// Takes a tenant under watch: it gets its code, its onboarding day and its trial here, once and for good.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'
import type { Day } from '../days.ts'
import { reviseUsage } from '../organizations/revise.ts'
import { newServiceTenantId } from './service-tenant-id.ts'

export interface NewTenant {
  id?: string
  serviceTenantId?: string
  directoryTenantId: string
  displayName: string
  service: Service
  isInternal: boolean
  onboardedOn: Day
  trialDays: number
  at: Date
}

export async function onboardTenant(tx: Tx, organizationId: string, tenant: NewTenant) {
  const id = tenant.id ?? randomUUID()
  const serviceTenantId = tenant.serviceTenantId ?? newServiceTenantId()
  await tx
    .insertInto('tenants')
    .values({
      id,
      organization_id: organizationId,
      service_tenant_id: serviceTenantId,
      directory_tenant_id: tenant.directoryTenantId.toLowerCase(),
      display_name: tenant.displayName,
      service: tenant.service,
      is_internal: tenant.isInternal,
      onboarded_on: tenant.onboardedOn,
      trial_days: tenant.trialDays,
      offboarded_on: null,
      created_at: tenant.at,
    })
    .execute()
  await reviseUsage(tx, organizationId)
  return { id, serviceTenantId }
}
