import { refusalOf } from '#contract/access.ts'
import type { Callable, Caller } from '#contract/callable.ts'
import type { FunctionName } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { callers } from '#web/session/callers.ts'

const callableOf = (name: FunctionName): Pick<Callable, 'kind' | 'by'> => {
  const [slice = '', verb = ''] = name.split('-')
  const group = Object.keys(callers).find(each => callers[each]?.[slice]?.split(' ').includes(verb))
  const [kind, ...by] = (group ?? 'write').split(' ')
  return { kind: kind as Callable['kind'], by: by as Caller[] }
}

/**
 * Returns a function that tells whether the signed-in person may call a function, by the contract's own tables, so that
 * screens don't offer what would be refused. It answers undefined until the person is known. The server decides for
 * itself.
 */
export const useMay = (
  options: Parameters<typeof useReadLater>[2] = { withPage: true },
): ((name: FunctionName) => boolean | undefined) => {
  const { data: me } = useReadLater('users-me', {}, options)
  return name => {
    if (!me) return undefined
    return refusalOf(name, callableOf(name), { ...me, isSignedIn: true, isVerified: true }) === null
  }
}
