// YAML document → Correlation, or a RuleError naming line and reason (specification 2.1, correlation rules).

import { isDay, isLonger, LONGEST_TITLE, levels, sayDay, statuses } from '../language/metadata.ts'
import { isMapping, type PlainDocument, refusing, show } from '../language/plain-document.ts'
import { fieldNames, parseCondition } from './condition.ts'
import { type Correlation, type CorrelationType, correlationTypes } from './correlation.ts'
import { referencesOf } from './expression.ts'

const KEYS = ['type', 'rules', 'group-by', 'timespan', 'condition', 'aliases', 'generate']

export function parseCorrelation(document: PlainDocument): Correlation {
  const { values, lineAt } = document
  const section = values.correlation
  const refuse = refusing(document)
  if (!isMapping(section)) return refuse('`correlation` must be a mapping', 'correlation')
  for (const key of Object.keys(section))
    if (!KEYS.includes(key))
      refuse(`\`correlation\` has no attribute ${key}; there are ${KEYS.join(', ')}`, 'correlation', key)

  const type = section.type as CorrelationType
  if (section.type === undefined) refuse('the correlation has no `type`', 'correlation')
  if (!correlationTypes.includes(type))
    refuse(
      `there is no correlation type ${show(section.type)}; there are ${correlationTypes.join(', ')}`,
      'correlation',
      'type',
    )

  const written = section.rules === undefined ? null : references(section.rules, document)
  const condition = parseCondition(section.condition, type, written, document)
  const refersTo = written ?? (condition.kind === 'expression' ? referencesOf(condition.expression) : [])
  if (!refersTo.length) refuse('the correlation names no `rules`', 'correlation')

  const generate = section.generate ?? values.generate ?? false
  if (typeof generate !== 'boolean') refuse('`generate` must be true or false', 'correlation', 'generate')

  return {
    ...parseHeader(document),
    tags: texts(values.tags),
    references: texts(values.references),
    falsepositives: texts(values.falsepositives),
    type,
    refersTo,
    members: [],
    groupBy: fieldNames(section['group-by'] ?? [], document, 'group-by'),
    ...parseTimespan(section.timespan, document),
    condition,
    aliases: parseAliases(section.aliases, document),
    generate: generate as boolean,
    file: document.file,
    line: lineAt(),
    raw: values,
  }
}

/** What correlations and filters have in common at their head. */
export function parseHeader(document: PlainDocument) {
  const { values } = document
  const refuse = refusing(document)
  const text = (key: string) => {
    const value = values[key] ?? null
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      return refuse(`\`${key}\` must be a text`, key)
    return value === null ? null : String(value).trim() || null
  }
  const named = (key: string) =>
    text(key) ?? ((values[key] ?? null) === null ? null : refuse(`\`${key}\` is empty`, key))
  const ruleId = named('id')
  const name = named('name')
  const title = named('title') ?? refuse('it has no `title`')
  if (isLonger(title, LONGEST_TITLE)) refuse(`\`title\` is longer than ${LONGEST_TITLE} characters`, 'title')
  for (const key of ['date', 'modified']) {
    const said = text(key)
    if (said !== null && !isDay(said)) refuse(sayDay(key, said), key)
  }
  const oneOf = (key: string, allowed: string[]) => {
    const said = text(key)?.toLowerCase() ?? null
    if (said !== null && !allowed.includes(said))
      refuse(`"${key}" must be one of ${allowed.join(', ')}, not "${said}"`, key)
    return said
  }
  return {
    id: ruleId ?? name ?? title,
    ruleId,
    name,
    title,
    level: oneOf('level', levels),
    status: oneOf('status', statuses),
    description: text('description'),
    author: text('author'),
  }
}

function references(value: unknown, document: PlainDocument): string[] {
  const refuse = refusing(document)
  const list = Array.isArray(value) ? value : [value]
  const named = list.map(each =>
    (typeof each === 'string' && each.trim()) || typeof each === 'number'
      ? String(each).trim()
      : refuse('`rules` must list rules by id or name', 'correlation', 'rules'),
  )
  const twice = named.find((each, place) => named.indexOf(each) !== place)
  if (twice !== undefined) refuse(`\`rules\` lists ${twice} twice`, 'correlation', 'rules')
  return named
}

/** Months and years have their mean length: a window is as long in February as in March. */
const UNIT_SECONDS: Record<string, number> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  M: 2_629_746,
  y: 31_556_952,
}

function parseTimespan(value: unknown, document: PlainDocument) {
  const refuse = refusing(document)
  if (value === undefined || value === null) refuse('the correlation has no `timespan`', 'correlation')
  const written = typeof value === 'string' ? value.trim() : ''
  const found = /^(\d+)([smhdwMy])$/.exec(written)
  const timespanMs = found ? Number(found[1]) * UNIT_SECONDS[found[2]!]! * 1000 : 0
  if (!timespanMs || !Number.isSafeInteger(timespanMs))
    refuse(
      `\`timespan\` is ${show(value)}; write a number above 0 and s, m, h, d, w, M or y, such as 90m`,
      'correlation',
      'timespan',
    )
  return { timespan: written, timespanMs }
}

function parseAliases(value: unknown, document: PlainDocument): Correlation['aliases'] {
  const refuse = refusing(document)
  if (value === undefined || value === null) return new Map()
  if (!isMapping(value)) return refuse('`aliases` must be a mapping of aliases', 'correlation', 'aliases')
  return new Map(
    Object.entries(value).map(([alias, fields]) => {
      if (!isMapping(fields) || !Object.values(fields).every(field => typeof field === 'string' && field))
        refuse(
          `the alias ${alias} must map each rule to the name of a field`,
          'correlation',
          'aliases',
          alias,
        )
      return [alias, new Map(Object.entries(fields as Record<string, string>))] as const
    }),
  )
}

const texts = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter(each => each !== undefined && each !== null).map(String)
