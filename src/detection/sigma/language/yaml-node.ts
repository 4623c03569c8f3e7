// Reading YAML nodes with their lines: scalars, lists and maps, aliases followed.
import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair, visit, type YAMLMap } from 'yaml'
import { type ParseContext, RuleError } from '../rule.ts'

export interface NodeReader {
  line(node: unknown): number | null
  /** The node itself, or what the alias stands for. */
  follow(node: unknown): Node | null
  /** Keys and values of a map; refuses keys that are no text and keys that stand twice. */
  entries(map: YAMLMap): Array<{ key: string; keyNode: unknown; value: Node | null }>
  plain(node: unknown): unknown
}

/** Anybody can write a rule, and a few aliases of aliases stand for more than a machine can hold. */
const MOST_THROUGH_ALIASES = 100_000

export function createNodeReader(root: YAMLMap, context: ParseContext): NodeReader {
  const anchors = new Map<string, Node>()
  visit(root, {
    Node(_key, node) {
      if (!isAlias(node) && node.anchor) anchors.set(node.anchor, node)
    },
  })

  refuseFlood()

  function refuseFlood(): void {
    const sizes = new Map<Node, number>()
    /** Of the aliases followed; Infinity for one that contains itself. */
    function sizeOf(node: unknown): number {
      const followed = follow(node)
      if (!isMap(followed) && !isSeq(followed)) return 1
      const known = sizes.get(followed)
      if (known !== undefined) return known
      sizes.set(followed, Number.POSITIVE_INFINITY)
      const parts: unknown[] = isMap(followed) ? followed.items.map(({ value }) => value) : followed.items
      const size = parts.reduce<number>((sum, part) => sum + sizeOf(part), 1)
      sizes.set(followed, size)
      return size
    }
    visit(root, {
      Alias(_key, alias) {
        if (sizeOf(alias) > MOST_THROUGH_ALIASES)
          throw new RuleError(`the alias *${alias.source} stands for more than a rule can hold`, line(alias))
      },
    })
  }

  function line(node: unknown): number | null {
    const offset = isNode(node) ? node.range?.[0] : undefined
    return offset === undefined || context.lineCounter === null
      ? null
      : context.lineCounter.linePos(offset).line
  }

  function follow(node: unknown): Node | null {
    if (!isNode(node)) return null
    if (!isAlias(node)) return node
    const target = anchors.get(node.source)
    if (target === undefined)
      throw new RuleError(`the alias *${node.source} has no anchor in this rule`, line(node))
    return target
  }

  function entries(map: YAMLMap) {
    const seen = new Set<string>()
    return map.items.map((pair: Pair) => {
      const keyNode = follow(pair.key)
      if (!isScalar(keyNode) || keyNode.value === null || typeof keyNode.value === 'object') {
        throw new RuleError('a key is not text', line(pair.key) ?? line(map))
      }
      const key =
        typeof keyNode.value === 'string' ? keyNode.value : (keyNode.source ?? String(keyNode.value))
      if (seen.has(key)) throw new RuleError(`the key "${key}" stands twice`, line(keyNode))
      seen.add(key)
      return { key, keyNode, value: follow(pair.value) }
    })
  }

  function plain(node: unknown, depth = 0): unknown {
    if (depth > 60)
      throw new RuleError('the rule is nested too deeply, or an alias contains itself', line(node))
    const followed = follow(node)
    if (isMap(followed)) {
      return Object.fromEntries(entries(followed).map(({ key, value }) => [key, plain(value, depth + 1)]))
    }
    if (isSeq(followed)) return followed.items.map(item => plain(item, depth + 1))
    return isScalar(followed) ? followed.value : null
  }

  return { line, follow, entries, plain }
}
