// What is wrong with a value, held against the fields and types that Microsoft publishes.

/** A type, or a table of fields, or a list of either. A question mark before a name's type allows null. */
export type Shape = string | { [field: string]: Shape } | { list: Shape }

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const auditTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/
const graphTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$/

function isOfType(value: unknown, type: string): boolean {
  if (type.startsWith('?')) return value === null || isOfType(value, type.slice(1))
  if (type === 'any') return value !== undefined && value !== null
  if (type === 'bool') return typeof value === 'boolean'
  if (type === 'int') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (typeof value !== 'string') return false
  if (type === 'guid') return guid.test(value)
  if (type === 'auditTime') return auditTime.test(value)
  if (type === 'graphTime') return graphTime.test(value)
  return type === 'string'
}

/** One sentence for each fault; empty when it holds. */
export function faults(value: unknown, shape: Shape, where = ''): string[] {
  if (typeof shape === 'string') {
    return isOfType(value, shape) ? [] : [`${where} should be ${shape}, not ${JSON.stringify(value)}`]
  }
  if ('list' in shape && Object.keys(shape).length === 1) {
    if (!Array.isArray(value)) return [`${where} should be a list`]
    return value.flatMap((each, index) => faults(each, shape.list as Shape, `${where}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${where} should be an object`]
  const fields = shape as Record<string, Shape>
  return Object.entries(value).flatMap(([field, content]) => {
    const expected = fields[field]
    return expected === undefined
      ? [`${where}.${field} is not published`]
      : faults(content, expected, `${where}.${field}`)
  })
}

/** Faults of a record that must also have every field of the shape. */
export function faultsOfWhole(value: Record<string, unknown>, shape: Record<string, Shape>): string[] {
  const missing = Object.keys(shape).filter(field => !(field in value))
  return [...missing.map(field => `.${field} is missing`), ...faults(value, shape)]
}
