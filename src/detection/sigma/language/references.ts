// Who refers to whom, by id or name, across all files: dangling, doubled and circular references are refused here.
import { isMap, isScalar } from 'yaml'
import { type Correlation, isCorrelation } from '../correlation/correlation.ts'
import type { SigmaRule } from '../rule.ts'
import { applyFilter, coversLogsource, type SigmaFilter } from './filter.ts'
import type { PlainDocument } from './plain-document.ts'

/** What became of a document. */
export interface LoadResult {
  file: string
  /** Its id, else its name, else its title; null when it has none or cannot be read. */
  rule: string | null
  kind: 'rule' | 'correlation' | 'filter' | null
  title: string | null
  ok: boolean
  error?: string
  line?: number
  /** What its author should know although it can be used. */
  warning?: string
}

/** A document that could be read, before it is known whether what it refers to is there. */
export type ReadDocument = { document: PlainDocument; result: LoadResult } & (
  | { kind: 'rule'; read: SigmaRule }
  | { kind: 'correlation'; read: Correlation }
  | { kind: 'filter'; read: SigmaFilter }
)

export interface LinkedRules {
  /** Filters have been applied to them. */
  rules: SigmaRule[]
  /** Whatever a correlation refers to stands before it. */
  correlations: Correlation[]
  filters: SigmaFilter[]
  /** Referred to by a correlation, and by none with `generate`: they are parts, and do not speak for themselves. */
  silent: Set<SigmaRule | Correlation>
}

export function refuse(result: LoadResult, reason: string, line: number): void {
  Object.assign(result, { ok: false, error: reason, line })
}

type Read = SigmaRule | Correlation | SigmaFilter

/** Ids are UUIDs as a rule, and those know no case. Names do. */
const folded = (reference: string) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference) ? reference.toLowerCase() : reference

export function createReferences() {
  const documents: ReadDocument[] = []
  const byName = new Map<string, ReadDocument>()
  /** What was refused, so that whoever refers to it is told that, and not that it is missing. */
  const refused = new Map<string, LoadResult>()
  const namesOf = ({ ruleId, name }: Read) => [ruleId, name].filter(each => each !== null).map(folded)

  /** The first to take an id or name keeps it. */
  function register(document: ReadDocument) {
    const names = namesOf(document.read)
    const taken = names.find(name => byName.has(name))
    if (taken !== undefined) {
      const { result } = byName.get(taken)!
      const attribute = folded(document.read.ruleId ?? '') === taken ? 'id' : 'name'
      refuse(
        document.result,
        `its ${attribute} ${taken} is already that of "${result.title}" in ${result.file}`,
        document.document.lineAt(attribute),
      )
      return
    }
    documents.push(document)
    for (const name of names) byName.set(name, document)
  }

  function registerRefused(result: LoadResult, contents: unknown) {
    if (!isMap(contents)) return
    for (const key of ['id', 'name']) {
      const value = contents.get(key, true)
      if (isScalar(value)) refused.set(folded(String(value.value)), result)
    }
  }

  function drop(document: ReadDocument, reason: string, ...path: string[]) {
    refuse(document.result, reason, document.document.lineAt(...path))
    for (const name of namesOf(document.read)) {
      byName.delete(name)
      refused.set(name, document.result)
    }
  }

  /** Why `reference` cannot be used, in words that follow "refers to". */
  function missing(reference: string): string {
    const result = refused.get(folded(reference))
    return result
      ? `${reference}, which was refused (${result.file}, line ${result.line})`
      : `${reference}, and no rule has that id or name`
  }

  function linkCorrelations(): Correlation[] {
    const linked: Correlation[] = []
    const state = new Map<ReadDocument, 'open' | 'linked' | 'dropped'>()
    const link = (document: ReadDocument & { kind: 'correlation' }, path: ReadDocument[]): boolean => {
      const known = state.get(document)
      if (known && known !== 'open') return known === 'linked'
      if (known === 'open') {
        const circle = path.slice(path.indexOf(document))
        const names = [...circle, document].map(each => each.result.rule).join(' → ')
        for (const each of circle) {
          if (state.get(each) !== 'dropped')
            drop(each, `it refers to itself: ${names}`, 'correlation', 'rules')
          state.set(each, 'dropped')
        }
        return false
      }
      state.set(document, 'open')
      const members: Correlation['members'] = []
      for (const reference of document.read.refersTo) {
        const target = byName.get(folded(reference))
        if (target?.kind === 'correlation') link(target, [...path, document])
        if (state.get(document) === 'dropped') return false
        const found = byName.get(folded(reference))
        if (!found || found.kind === 'filter') {
          const what = found ? `${reference}, which is a filter` : missing(reference)
          drop(document, `it refers to ${what}`, 'correlation', 'rules')
          state.set(document, 'dropped')
          return false
        }
        members.push(found.read)
      }
      document.read.members = members
      const stray = strayAlias(document.read)
      if (stray) drop(document, stray, 'correlation', 'aliases')
      state.set(document, stray ? 'dropped' : 'linked')
      if (!stray) linked.push(document.read)
      return !stray
    }
    for (const document of documents) if (document.kind === 'correlation') link(document, [])
    return linked
  }

  /** An alias may speak of a rule behind another correlation, as that rule's records are what is grouped. */
  function strayAlias(correlation: Correlation): string | null {
    const within = new Set<Read>()
    const gather = (member: SigmaRule | Correlation) => {
      within.add(member)
      if (isCorrelation(member)) member.members.forEach(gather)
    }
    correlation.members.forEach(gather)
    for (const [alias, fields] of correlation.aliases)
      for (const reference of fields.keys()) {
        const found = byName.get(folded(reference))
        if (!found) return `the alias ${alias} refers to ${missing(reference)}`
        if (!within.has(found.read))
          return `the alias ${alias} names ${reference}, which is not among its rules`
      }
    return null
  }

  function linkFilters(): SigmaFilter[] {
    const rules = documents.filter(document => document.kind === 'rule').map(document => document.read)
    const linked: SigmaFilter[] = []
    for (const document of documents) {
      if (document.kind !== 'filter') continue
      const { read: filter } = document
      const targets = filter.refersTo === 'any' ? rules : targetsOf(document)
      if (!targets) continue
      const covered = targets.filter(rule => coversLogsource(filter.logsource, rule.logsource))
      if (filter.refersTo !== 'any' && !covered.length) {
        drop(document, 'none of its rules is of its log source', 'logsource')
        continue
      }
      for (const rule of covered) applyFilter(rule, filter)
      linked.push(filter)
    }
    return linked
  }

  /** A filter for many rules is used where only some of them are: those it names would alarm without it. */
  function targetsOf(document: ReadDocument & { kind: 'filter' }): SigmaRule[] | null {
    const targets: SigmaRule[] = []
    const absent: string[] = []
    for (const reference of document.read.refersTo as string[]) {
      const found = byName.get(folded(reference))
      if (found?.kind === 'rule') targets.push(found.read)
      else if (!found) absent.push(reference)
      else {
        const what = `${reference}, which is a ${found.kind}: filters are for rules`
        drop(document, `it refers to ${what}`, 'filter', 'rules')
        return null
      }
    }
    if (!targets.length) {
      drop(document, `it refers to ${missing(absent[0]!)}`, 'filter', 'rules')
      return null
    }
    if (absent.length)
      document.result.warning = `it refers to ${absent.map(missing).join('; ')}: it counts for its other rules`
    return targets
  }

  function resolve(): LinkedRules {
    const correlations = linkCorrelations()
    const filters = linkFilters()
    const spoken = new Set(correlations.filter(each => each.generate).flatMap(each => each.members))
    return {
      rules: documents.filter(each => each.kind === 'rule').map(each => each.read),
      correlations,
      filters,
      silent: new Set(correlations.flatMap(each => each.members).filter(member => !spoken.has(member))),
    }
  }

  return { register, registerRefused, resolve }
}
