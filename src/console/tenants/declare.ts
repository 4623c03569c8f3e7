// Admins declare a tenant's travel and networks to trust.
import { isDeepStrictEqual } from 'node:util'
import Type from 'typebox'
import { writeAudit } from '../../audit/write.ts'
import { inOrganization, type Tx } from '../../database/in-organization.ts'
import { addDays, dayOf } from '../../days.ts'
import { countryFault, readNetwork } from '../../detection/behaviour/settings.ts'
import { findUser } from '../../directory/find.ts'
import { Problem } from '../../http/problem.ts'
import { declareTravel, listDeclared, trustNetwork } from '../../monitor/declared.ts'
import { consoleRoute } from '../route.ts'
import { ownTenant } from './own-tenant.ts'

const Tenant = { serviceTenantId: Type.String({ maxLength: 64 }) }
const Day = Type.String({ format: 'date', refusal: 'Give days as 2026-03-01: year, month, day.' })
const LONGEST_DAYS = 366
const NO_SIGN_IN_NAME = 'Give a sign-in name such as ana@contoso.com.'

/** It ends by itself, and not in a hundred years. */
function checkEnd(untilOn: string, now: Date): void {
  const today = dayOf(now)
  if (untilOn < today || untilOn > addDays(today, LONGEST_DAYS))
    throw new Problem('invalid-request', 'The last day must be today or a day within the next year.', {
      parameter: 'untilOn',
    })
}

function readCountries(given: string[]): string[] {
  const countries = [...new Set(given.map(country => country.trim().toUpperCase()))].sort()
  const fault = countries.map(countryFault).find(each => each !== null)
  if (fault) throw new Problem('invalid-request', `${fault}.`, { parameter: 'countries' })
  return countries
}

interface Trip {
  tenantId: string
  user: string
  countries: string[]
  fromOn: string
  untilOn: string
}

/** Asked once it is written, when whoever declares the same at the same moment has had to wait. */
async function refuseDeclaredAlready(
  tx: Tx,
  organizationId: string,
  { tenantId, ...trip }: Trip,
): Promise<void> {
  const { travel } = await listDeclared(tx, organizationId, tenantId)
  const same = travel.filter(({ id: _id, by: _by, ...one }) => isDeepStrictEqual(one, trip))
  if (same.length > 1)
    throw new Problem('conflict', `This travel of ${trip.user} is declared already, for the same days.`)
}

export const addTravel = consoleRoute({
  method: 'POST',
  url: '/tenant/:serviceTenantId/travel',
  permission: 'manage rules',
  params: Type.Object(Tenant),
  body: Type.Object(
    {
      user: Type.String({ maxLength: 320, refusal: NO_SIGN_IN_NAME }),
      countries: Type.Array(Type.String({ maxLength: 64 }), {
        minItems: 1,
        maxItems: 30,
        refusal: 'Name 1 to 30 countries by two letters each, such as FR, DE.',
      }),
      fromOn: Day,
      untilOn: Day,
    },
    { additionalProperties: false },
  ),
  async handle({ db, now }, member, { params: { serviceTenantId }, body }) {
    const { organizationId } = member
    const user = body.user.trim().toLowerCase()
    if (!/^[^\s@\0]+@[^\s@\0]+$/.test(user))
      throw new Problem('invalid-request', NO_SIGN_IN_NAME, { parameter: 'user' })
    if (body.fromOn > body.untilOn)
      throw new Problem('invalid-request', 'The travel must not end before it begins.', {
        parameter: 'fromOn',
      })
    checkEnd(body.untilOn, now)
    const countries = readCountries(body.countries)
    return inOrganization(db, organizationId, async tx => {
      const tenant = await ownTenant(tx, organizationId, serviceTenantId)
      const { fromOn, untilOn } = body
      const tenantId = tenant.id
      const trip = { tenantId, user, countries, fromOn, untilOn }
      const id = await declareTravel(tx, organizationId, { ...trip, by: member.name, at: now })
      await refuseDeclaredAlready(tx, organizationId, trip)
      await writeAudit(tx, organizationId, member, {
        action: 'declared travel',
        subject: `${user} (${tenant.name})`,
        detail: { countries, fromOn, untilOn },
        at: now,
      })
      const isKnown = await findUser(tx, organizationId, { tenantId, id: null, name: user })
      return { id, warning: isKnown ? null : `Nobody in ${tenant.name} is known as ${user}.` }
    })
  },
})

export const addNetwork = consoleRoute({
  method: 'POST',
  url: '/tenant/:serviceTenantId/networks',
  permission: 'manage rules',
  params: Type.Object(Tenant),
  body: Type.Object(
    {
      network: Type.String({ maxLength: 64, refusal: 'Give a network such as 203.0.113.0/24 or AS64500.' }),
      note: Type.Optional(
        Type.String({
          maxLength: 200,
          pattern: '^\\P{Cc}*$',
          refusal: 'A note has at most 200 characters, on one line.',
        }),
      ),
      untilOn: Day,
    },
    { additionalProperties: false },
  ),
  async handle({ db, now }, member, { params: { serviceTenantId }, body }) {
    const { organizationId } = member
    const read = readNetwork(body.network.trim())
    if ('fault' in read) throw new Problem('invalid-request', `${read.fault}.`, { parameter: 'network' })
    const { network } = read
    checkEnd(body.untilOn, now)
    return inOrganization(db, organizationId, async tx => {
      const tenant = await ownTenant(tx, organizationId, serviceTenantId)
      const { untilOn, note = '' } = body
      const by = member.name
      const id = await trustNetwork(tx, organizationId, {
        tenantId: tenant.id,
        network,
        note,
        untilOn,
        by,
        at: now,
      })
      await writeAudit(tx, organizationId, member, {
        action: 'trusted a network',
        subject: `${network} (${tenant.name})`,
        detail: { untilOn },
        at: now,
      })
      return { id }
    })
  },
})
