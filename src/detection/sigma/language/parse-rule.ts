// One YAML mapping as a detection rule, or a RuleError naming line and reason.
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import { type LogSource, type ParseContext, RuleError, type SigmaRule } from '../rule.ts'
import { isDay, isLonger, LONGEST_TITLE, levels, sayDay, statuses } from './metadata.ts'
import { readDetection } from './parse-detection.ts'
import { createNodeReader } from './yaml-node.ts'

export function parseRule(node: YAMLMap, context: ParseContext): SigmaRule {
  const reader = createNodeReader(node, context)
  const top = new Map(reader.entries(node).map(entry => [entry.key, entry]))
  const firstLine = reader.line(node)
  const lineOf = (key: string) => reader.line(top.get(key)?.keyNode) ?? firstLine
  const refuse = (key: string, reason: string) => new RuleError(reason, lineOf(key))

  function nodeOf(key: string): Node | null {
    const value = top.get(key)?.value ?? null
    return isScalar(value) && value.value === null ? null : value
  }

  function text(key: string, longest = Number.POSITIVE_INFINITY): string | null {
    const value = nodeOf(key)
    if (value === null) return null
    if (!isScalar(value) || typeof value.value === 'object') throw refuse(key, `"${key}" must be text`)
    const said = typeof value.value === 'string' ? value.value : (value.source ?? String(value.value))
    if (isLonger(said, longest)) throw refuse(key, `"${key}" has more than ${longest} characters`)
    return said.trim() === '' ? null : said
  }

  function oneOf(key: string, allowed: string[]): string | null {
    const said = text(key)?.toLowerCase() ?? null
    if (said !== null && !allowed.includes(said)) {
      throw refuse(key, `"${key}" must be one of ${allowed.join(', ')}, not "${said}"`)
    }
    return said
  }

  function texts(key: string): string[] {
    const value = nodeOf(key)
    if (value === null) return []
    if (isScalar(value)) return [String(value.value)]
    if (!isSeq(value)) throw refuse(key, `"${key}" must be a list`)
    return value.items.map(item => {
      const followed = reader.follow(item)
      if (!isScalar(followed) || followed.value === null)
        throw refuse(key, `"${key}" must be a list of texts`)
      return String(followed.value)
    })
  }

  function logsource(): LogSource {
    const value = nodeOf('logsource')
    if (value === null) throw refuse('logsource', 'the rule has no "logsource"')
    if (!isMap(value)) throw refuse('logsource', '"logsource" must be a map of category, product or service')
    const source = reader.plain(value) as LogSource
    const named = (['category', 'product', 'service'] as const).filter(key => source[key] != null)
    if (named.length === 0)
      throw refuse('logsource', '"logsource" names neither category, product nor service')
    for (const key of named) {
      if (typeof source[key] !== 'string')
        throw refuse('logsource', `"${key}" of the log source must be text`)
    }
    return source
  }

  function checkDay(key: string): void {
    const said = text(key)
    if (said !== null && !isDay(said)) throw refuse(key, sayDay(key, said))
  }

  checkDay('date')
  checkDay('modified')
  const title = text('title', LONGEST_TITLE)
  if (title === null) throw refuse('title', 'the rule has no "title"')
  const detection = nodeOf('detection')
  if (detection === null) throw refuse('detection', 'the rule has no "detection"')
  if (!isMap(detection))
    throw refuse('detection', '"detection" must be a map of search identifiers and a condition')
  const ruleId = text('id')
  const name = text('name', 256)
  return {
    id: ruleId ?? name ?? title,
    ruleId,
    name,
    title,
    level: oneOf('level', levels),
    status: oneOf('status', statuses),
    description: text('description', 65_535),
    author: text('author'),
    tags: texts('tags'),
    references: texts('references'),
    fields: texts('fields'),
    falsepositives: texts('falsepositives'),
    logsource: logsource(),
    detection: readDetection(detection, context, reader),
    file: context.file,
    line: firstLine ?? 1,
    raw: reader.plain(node) as Record<string, unknown>,
  }
}
