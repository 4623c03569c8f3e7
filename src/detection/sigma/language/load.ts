// Rule files → rules, correlations and filters that refer to each other; what is refused, where and why.
import { type Document, isMap, isScalar, LineCounter, parseAllDocuments, type YAMLMap } from 'yaml'
import { parseCorrelation } from '../correlation/parse.ts'
import { type ParseContext, RuleError } from '../rule.ts'
import { parseFilter } from './filter.ts'
import { parseRule } from './parse-rule.ts'
import { isMapping, type PlainDocument } from './plain-document.ts'
import {
  createReferences,
  type LinkedRules,
  type LoadResult,
  type ReadDocument,
  refuse,
} from './references.ts'
import { createNodeReader } from './yaml-node.ts'

export interface RuleSource {
  file: string
  text: string
  /** Why there is no text. */
  unreadable?: string
}

export interface LoadedRules extends LinkedRules {
  /** One per document, in the order of files and documents. */
  results: LoadResult[]
}

/** A bad document or file never stops the rest. */
export function loadRules(
  sources: RuleSource[],
  { placeholders }: { placeholders?: Record<string, Array<string | number>> } = {},
): LoadedRules {
  const results: LoadResult[] = []
  const references = createReferences()
  for (const { file, text, unreadable: reason } of sources) {
    if (reason !== undefined) {
      results.push(unreadable(file, reason, 1))
      continue
    }
    const lineCounter = new LineCounter()
    const context: ParseContext = { file, lineCounter, ...(placeholders && { placeholders }) }
    let documents: Array<Document.Parsed>
    try {
      documents = [...parseAllDocuments(text, { ...YAML_OPTIONS, lineCounter })]
    } catch (error) {
      results.push(unreadable(file, (error as Error).message, 1))
      continue
    }
    const filled = documents.filter(document => !isBlank(document.contents) || document.errors.length)
    if (!filled.length) results.push(unreadable(file, 'the file holds no rule', 1))
    for (const document of filled) {
      const { read, result } = readDocument(document, context, lineCounter)
      results.push(result)
      if (read) references.register(read)
      else references.registerRefused(result, document.contents)
    }
  }
  return { ...references.resolve(), results }
}

/** Keys that stand twice are refused when they are read (yaml-node.ts), which takes no comparing of each with each. */
const YAML_OPTIONS = { prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const

function readDocument(
  yaml: Document.Parsed,
  context: ParseContext,
  lineCounter: LineCounter,
): { read?: ReadDocument; result: LoadResult } {
  const file = context.file!
  // A warning is of a tag that means nothing here: the value is not what it says that it is.
  const [error] = [...yaml.errors, ...yaml.warnings]
  if (error)
    return {
      result: unreadable(file, `it is not YAML: ${error.message}`, lineCounter.linePos(error.pos[0]).line),
    }
  const node = yaml.contents
  if (!isMap(node)) {
    const { line } = lineCounter.linePos(node?.range[0] ?? 0)
    return { result: unreadable(file, 'a rule is a mapping of attributes such as title and detection', line) }
  }
  const result: LoadResult = { file, rule: null, kind: null, title: null, ok: true }
  try {
    const document = plainDocument(node, context)
    const { values } = document
    const calls = (key: string) =>
      values[key] === undefined || values[key] === null ? null : String(values[key])
    result.title = calls('title')
    result.rule = calls('id') ?? calls('name') ?? result.title
    const kinds = (['correlation', 'filter', 'detection'] as const).filter(key => values[key] !== undefined)
    if (values.action !== undefined)
      throw new RuleError(
        '`action` is not part of Sigma 2: write each rule out in full',
        document.lineAt('action'),
      )
    if (kinds.length > 1)
      throw new RuleError(
        `a document is one of rule, correlation and filter, and this has ${kinds.join(' and ')}`,
        document.lineAt(),
      )
    result.kind = kinds[0] === 'correlation' || kinds[0] === 'filter' ? kinds[0] : 'rule'
    const read: ReadDocument =
      result.kind === 'correlation'
        ? { document, result, kind: 'correlation', read: parseCorrelation(document) }
        : result.kind === 'filter'
          ? { document, result, kind: 'filter', read: parseFilter(node, context, document) }
          : { document, result, kind: 'rule', read: parseRule(node, context) }
    return { read, result }
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    refuse(result, error.reason, error.line ?? lineCounter.linePos(node.range?.[0] ?? 0).line)
    return { result }
  }
}

/** Nothing but comments between two `---`. */
const isBlank = (contents: unknown) => contents === null || (isScalar(contents) && contents.value === null)

const unreadable = (file: string, error: string, line: number): LoadResult => ({
  file,
  rule: null,
  kind: null,
  title: null,
  ok: false,
  error,
  line,
})

function plainDocument(node: YAMLMap, context: ParseContext): PlainDocument {
  const reader = createNodeReader(node, context)
  const first = reader.line(node) ?? 1
  const values = reader.plain(node)
  return {
    file: context.file,
    values: isMapping(values) ? values : {},
    lineAt(...path) {
      let within: unknown = node
      let line = first
      for (const key of path) {
        const entry = isMap(within) ? reader.entries(within).find(each => each.key === key) : undefined
        if (!entry) break
        line = reader.line(entry.keyNode) ?? line
        within = entry.value
      }
      return line
    },
  }
}
