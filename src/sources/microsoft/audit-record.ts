// What a record of Graph's audit log queries holds: the record that the Management Activity API brings, under the same id.

/** As deep as records are kept; see judge-records.ts, which refuses what goes further. */
const DEEPEST = 200

/** Null when it holds none. What it lacks is taken from the envelope, which says the most important of it again. */
export function auditRecordOf(found: Record<string, unknown>): Record<string, unknown> | null {
  const { auditData, id, createdDateTime, operation } = found
  if (typeof auditData !== 'object' || auditData === null || Array.isArray(auditData)) return null
  const record = withoutAnnotations(auditData, 0) as Record<string, unknown>
  if (id !== undefined) record.Id ??= id
  if (createdDateTime !== undefined) record.CreationTime ??= createdDateTime
  if (operation !== undefined) record.Operation ??= operation
  return record
}

/** Graph says of values what types they have ('@odata.type', 'Parameters@odata.type'); the log itself does not. */
function withoutAnnotations(value: unknown, above: number): unknown {
  if (typeof value !== 'object' || value === null || above > DEEPEST) return value
  if (Array.isArray(value)) return value.map(each => withoutAnnotations(each, above + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.includes('@odata.'))
      .map(([name, each]) => [name, withoutAnnotations(each, above + 1)]),
  )
}
