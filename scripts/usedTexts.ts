/** A node of a syntax tree. Its properties depend on its type. */
type Node = { type: string; start: number; end: number } & Readonly<Record<string, unknown>>
type Key = { text: string; isWhole: boolean }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Calls `visit` for each child of a node. */
const eachChild = (node: Node, visit: (child: Node) => void): void => {
  for (const key in node) {
    const value = node[key]
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) visit(each)
    } else if (isNode(value)) visit(value)
  }
}

const isCalled = (node: unknown, name: string): node is Node =>
  isNode(node) &&
  node.type === 'CallExpression' &&
  isNode(node['callee']) &&
  node['callee'].type === 'Identifier' &&
  node['callee']['name'] === name

const firstArgument = (call: Node): Node | undefined => (call['arguments'] as Node[])[0]

/** The possible keys of an expression, or their beginnings; null when they can't be determined. */
const keysOf = (node: Node | undefined): Key[] | null => {
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ text: node['value'], isWhole: true }] : null
    case 'TemplateLiteral': {
      const [first, ...more] = node['quasis'] as { value: { cooked: string } }[]
      return first ? [{ text: first.value.cooked, isWhole: more.length === 0 }] : null
    }
    case 'ConditionalExpression': {
      const both = [keysOf(node['consequent'] as Node), keysOf(node['alternate'] as Node)]
      return both.includes(null) ? null : both.flatMap(keys => keys ?? [])
    }
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return keysOf(node['expression'] as Node)
    default:
      return null
  }
}

/** Cuts a key to its group and the level below: `cards`, `cards.why`, `cards.wh*`. */
const cut = ({ text, isWhole }: Key): string => {
  const [group = '', below, ...deeper] = text.split('.')
  if (below === undefined || below === '') return group
  return `${group}.${below}${isWhole || deeper.length > 0 ? '' : '*'}`
}

/**
 * The texts that a module uses: a whole group of keys, a key below one with everything it contains, or all keys with a
 * common prefix (`cards`, `cards.why`, `cards.wh*`). Where a key can't be determined from the source, the whole group.
 * `unknown` is called for each call that does not even name its group.
 */
export const usedTexts = (program: object, code: string, unknown: (call: string) => void): string[] => {
  const used = new Set<string>()
  /**
   * The translation functions of the module by name, such as `t`, with the groups or parts of groups that each covers.
   */
  const spaces = new Map<string, Key[]>()
  const told = new Set<Node>()

  const spaceOf = (call: Node): Key | null => {
    const [space, ...others] = keysOf(firstArgument(call)) ?? []
    if (space && others.length === 0 && /^\w+(\.|$)/.test(space.text)) return space
    unknown(code.slice(call.start, call.end))
    return null
  }
  const take = (space: Key, keys: readonly Key[] | null) => {
    if (!space.isWhole || keys === null) return void used.add(cut(space))
    for (const { text, isWhole } of keys) used.add(cut({ text: `${space.text}.${text}`, isWhole }))
  }

  const name = (node: Node): void => {
    const { id, init } = node as { id?: unknown; init?: unknown }
    if (
      node.type === 'VariableDeclarator' &&
      isCalled(init, 'useTranslations') &&
      isNode(id) &&
      id.type === 'Identifier'
    ) {
      const space = spaceOf(init)
      const called = id['name'] as string
      if (space) spaces.set(called, [...(spaces.get(called) ?? []), space])
      told.add(init).add(id)
    }
    eachChild(node, name)
  }
  const visit = (node: Node, parent: Node | null): void => {
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as Node
      // `t('key')`, and `t.rich('key')`.
      const base = callee.type === 'MemberExpression' ? (callee['object'] as Node) : callee
      const called = base.type === 'Identifier' ? spaces.get(base['name'] as string) : undefined
      if (called) {
        for (const space of called) take(space, keysOf(firstArgument(node)))
        told.add(base)
      }
      // `useTranslations('group')('key')`
      if (isCalled(callee, 'useTranslations')) {
        const space = spaceOf(callee)
        if (space) take(space, keysOf(firstArgument(node)))
        told.add(callee)
      }
      if (isCalled(node, 'useTranslations') && !told.has(node)) {
        const space = spaceOf(node)
        if (space) take(space, null)
      }
    }
    // Passed on to other code, it may use any of its texts.
    const isName =
      (parent?.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true) ||
      (parent?.type === 'Property' && parent['key'] === node && parent['shorthand'] !== true)
    if (node.type === 'Identifier' && !told.has(node) && !isName)
      for (const space of spaces.get(node['name'] as string) ?? []) take(space, null)
    eachChild(node, child => visit(child, node))
  }
  name(program as Node)
  visit(program as Node, null)
  return [...used]
}

/** True when a text directly below a group is used. */
export const isUsed = (used: ReadonlySet<string>, group: string, key: string): boolean =>
  used.has(group) ||
  used.has(`${group}.${key}`) ||
  [...used].some(each => each.endsWith('*') && `${group}.${key}`.startsWith(each.slice(0, -1)))
