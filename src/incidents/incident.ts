// What an incident is to a reader (spec §2.1–2.3). The one definition: it shapes the answer and documents it.
import Type from 'typebox'

const moment = (description: string) => Type.String({ format: 'date-time', description })
const nullable = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const REMEDIATION_STATUSES = ['UNREMEDIATED', 'CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE'] as const

const IncidentTenant = Type.Object(
  {
    serviceTenantId: Type.String({ description: "Vedette's own short code for the tenant." }),
    name: Type.String(),
    directoryTenantId: Type.String({
      format: 'uuid',
      description: "The tenant's id in the customer's directory.",
    }),
  },
  { additionalProperties: false },
)

const IncidentUser = Type.Object(
  {
    id: Type.String({ description: "The account's id in the directory." }),
    userPrincipalName: Type.String(),
    mail: nullable(Type.String(), 'Null when the account has no mailbox.'),
    displayName: nullable(Type.String(), 'Null when the directory gives none.'),
    accountEnabled: nullable(Type.Boolean(), 'Null when the directory has not said.'),
    lastPasswordChangeDateTime: nullable(
      moment('UTC, milliseconds'),
      'Null when the directory has not said.',
    ),
  },
  {
    additionalProperties: false,
    description: "The directory's latest state, kept after the account is deleted.",
  },
)

export const Incident = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    url: Type.String({ format: 'uri', description: 'The incident in the dashboard.' }),
    createdAt: moment('When the incident record was created: UTC, milliseconds.'),
    occurredAt: moment("When the incident happened: the attacker's first act."),
    remediationStatus: Type.Enum([...REMEDIATION_STATUSES], {
      description:
        'UNREMEDIATED, then CONTAINED (sessions revoked, sign-in blocked), then REMEDIATED; or FALSE_POSITIVE. Back to UNREMEDIATED when the attacker is active again or an Admin reopens it.',
    }),
    isLive: Type.Boolean({
      description: 'True: found while watching. False: found in history. Never changes.',
    }),
    dwellTimeMinutes: Type.Integer({
      minimum: 0,
      description:
        'Whole minutes from occurredAt until containment; until now while the attacker is still in.',
    }),
    tenant: IncidentTenant,
    user: IncidentUser,
  },
  { additionalProperties: false },
)
export type Incident = Type.Static<typeof Incident>
