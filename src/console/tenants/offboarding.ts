// Ending the watch over a tenant, with what that does to the bill said before.
import Type from 'typebox'
import { writeAudit } from '../../audit/write.ts'
import { inOrganization } from '../../database/in-organization.ts'
import { dayOf } from '../../days.ts'
import { Problem } from '../../http/problem.ts'
import { forgetConnection, readConnection } from '../../tenants/connection.ts'
import { offboardTenant } from '../../tenants/offboard.ts'
import { billOn } from '../../usage/billing.ts'
import { countOn } from '../../usage/count-on.ts'
import { consoleRoute } from '../route.ts'
import { tenantNamed } from './tenants.ts'

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const previewOffboarding = consoleRoute({
  method: 'GET',
  url: '/tenants/:id/offboard-preview',
  permission: 'connect tenants',
  params,
  async handle({ db, now }, { organizationId }, { params: { id } }) {
    return inOrganization(db, organizationId, async tx => {
      const tenant = await tenantNamed(tx, organizationId, id)
      const today = dayOf(now)
      const count = await countOn(tx, organizationId, { tenantId: tenant.id, asOf: today })
      const connection = await readConnection(tx, organizationId, { tenantId: tenant.id })
      return {
        today,
        billableStatus: billOn(today, tenant).billableStatus,
        percentageNow: billOn(today, tenant).proratingPercentageThisMonth,
        billableUsers: count?.billableUsers ?? 0,
        isByConsent: connection?.kind === 'consent',
      }
    })
  },
})

export const offboard = consoleRoute({
  method: 'POST',
  url: '/tenants/:id/offboard',
  permission: 'connect tenants',
  params,
  body: Type.Object({ displayName: Type.String({ maxLength: 500 }) }, { additionalProperties: false }),
  async handle({ db, now }, member, { params: { id }, body }) {
    const { organizationId } = member
    return inOrganization(db, organizationId, async tx => {
      const tenant = await tenantNamed(tx, organizationId, id)
      if (body.displayName.trim() !== tenant.displayName.trim())
        throw new Problem('invalid-request', `Type the tenant’s name, ${tenant.displayName}, to confirm.`, {
          parameter: 'displayName',
        })
      if (!(await offboardTenant(tx, organizationId, { tenantId: tenant.id, at: now })))
        throw new Problem('conflict', `${tenant.displayName} is no longer watched already. Reload the page.`)
      await forgetConnection(tx, organizationId, { tenantId: tenant.id })
      await writeAudit(tx, organizationId, member, {
        action: 'offboarded a tenant',
        subject: tenant.displayName,
        detail: { serviceTenantId: tenant.serviceTenantId, from: dayOf(now) },
        at: now,
      })
      return {}
    })
  },
})
