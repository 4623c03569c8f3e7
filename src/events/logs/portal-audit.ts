// An entry of the Entra portal's CSV export of the audit log, told as Graph tells it.
import { type Fields, lower, text } from '../words/field.ts'

/** A row of the portal's CSV, its column titles squeezed to letters and digits by portal.ts. */
export function graphAuditOf(row: Map<string, unknown>): Fields {
  return {
    activityDateTime: row.get('dateutc') ?? row.get('date'),
    activityDisplayName: row.get('activity'),
    category: row.get('category'),
    result: row.get('result'),
    resultReason: row.get('resultreason'),
    correlationId: row.get('correlationid'),
    loggedByService: row.get('service'),
    userAgent: row.get('useragent'),
    initiatedBy: initiatorOf(row),
    targetResources: counted(row, targetOf),
    additionalDetails: counted(row, detailOf),
  }
}

function initiatorOf(row: Map<string, unknown>): Fields {
  const user = {
    id: row.get('actorobjectid'),
    displayName: row.get('actordisplayname'),
    userPrincipalName: row.get('actoruserprincipalname'),
    ipAddress: row.get('ipaddress'),
  }
  const isUser = text(user.userPrincipalName) !== null || lower(row.get('actortype')) === 'user'
  if (isUser) return { user, app: null }
  const displayName = text(row.get('actorserviceprincipalname')) ?? text(user.displayName)
  return {
    user: { ipAddress: user.ipAddress },
    app: { displayName, servicePrincipalId: row.get('actorserviceprincipalid') },
  }
}

const MOST = 10

/** Columns that are counted from 1: what the export calls a list. */
function counted(
  row: Map<string, unknown>,
  read: (row: Map<string, unknown>, at: number) => Fields | null,
): Fields[] {
  const all: Fields[] = []
  for (let at = 1; at <= MOST; at++) {
    const one = read(row, at)
    if (one === null) break
    all.push(one)
  }
  return all
}

function targetOf(row: Map<string, unknown>, at: number): Fields | null {
  const type = text(row.get(`target${at}type`))
  const id = text(row.get(`target${at}objectid`)) ?? text(row.get(`target${at}id`))
  const displayName = text(row.get(`target${at}displayname`))
  const userPrincipalName = text(row.get(`target${at}userprincipalname`))
  if (type === null && id === null && displayName === null && userPrincipalName === null) return null
  return {
    type,
    id,
    displayName,
    userPrincipalName,
    modifiedProperties: counted(row, (_, property) =>
      propertyOf(row, `target${at}modifiedproperty${property}`),
    ),
  }
}

function propertyOf(row: Map<string, unknown>, place: string): Fields | null {
  const displayName = text(row.get(`${place}name`))
  if (displayName === null) return null
  return {
    displayName,
    oldValue: row.get(`${place}oldvalue`) ?? null,
    newValue: row.get(`${place}newvalue`) ?? null,
  }
}

function detailOf(row: Map<string, unknown>, at: number): Fields | null {
  const key = text(row.get(`additionaldetail${at}key`))
  return key === null ? null : { key, value: row.get(`additionaldetail${at}value`) ?? null }
}
