import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { type Role, sliceOf } from '#contract/callable.ts'
import type { Input, Output, ReadName, WriteName } from '#contract/index.ts'
import { recallAnswer, rememberAnswer } from '#web/wire/answerStore.ts'
import { askFirst, type Asks } from '#web/wire/firstReads.ts'
import { typedIsSaved } from '#web/ui/typed.ts'
import { isHere } from '#web/wire/firstAnswers.ts'
import { forgetOld, markFresh, markOld } from '#web/wire/oldAnswers.ts'
import { writing } from '#web/wire/proof.ts'
import { onSession } from '#web/session/session.ts'
import { useWaitFor } from '#web/wire/useWaitFor.ts'
import { answersOf, slicesWith } from '#web/wire/news.ts'
import { readTogether } from '#web/wire/readTogether.ts'
import type { CallError } from '#web/wire/callError.ts'
import { beforeRetry, call, mayPass, newOperationId, sendReadsBy } from '#web/wire/wire.ts'

export { CallError } from '#web/wire/callError.ts'
export { call } from '#web/wire/wire.ts'

sendReadsBy(readTogether)

const retry = (times: number, error: unknown): boolean => times < 2 && mayPass(error)
/** Ever longer, and never before the time that the server names; only a `CallError` is tried again. */
const retryDelay = (times: number, error: unknown): number => 1000 * Math.max(2 ** times, (error as CallError).seconds)
// Our server may be a laptop in the same room without the internet: never wait for "online".
const tries = { retry, retryDelay, networkMode: 'always' } as const

/** All answers of the signed-in person. Live touches and writes mark them as old. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, ...tries },
    mutations: tries,
  },
})
answers.mount()

beforeRetry(() => answers.removeQueries({ predicate: query => query.state.status === 'error' }))

let owner: string | null | undefined
let isWaiting = false
onSession(session => {
  if (session.state === 'loading') return
  const wasWaiting = isWaiting
  isWaiting = session.state === 'in' && session.ended !== undefined
  // Nobody told this page meanwhile what has changed.
  if (wasWaiting && !isWaiting) void answers.invalidateQueries()
  const uid = session.user?.uid ?? null
  // Nobody may see what was read as somebody else.
  if (owner !== undefined && owner !== uid) {
    answers.clear()
    forgetOld()
  }
  owner = uid
})

/**
 * The school's answer; the first time on a visit, what this device has kept of an earlier one, at once and marked as
 * old, while the school is asked.
 */
const answerOf = async <Name extends ReadName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
  const queryKey = [sliceOf(name), name, input]
  const asked = JSON.stringify([name, input])
  if (answers.getQueryData(queryKey) === undefined && !isHere(name, input)) {
    const kept = await recallAnswer(asked)
    if (kept) {
      markOld(asked, kept.at)
      // After this answer is in its place, and also where nothing shows it: until then the page says that it is old.
      setTimeout(() => void answers.invalidateQueries({ queryKey, exact: true, refetchType: 'all' }))
      return kept.answer as Output<Name>
    }
  }
  const answer = await call(name, input)
  markFresh(asked)
  void rememberAnswer(asked, answer)
  return answer
}

const question = <Name extends ReadName>(name: Name, input: Input<Name>) => ({
  queryKey: [sliceOf(name), name, input] as const,
  queryFn: (): Promise<Output<Name>> => answerOf(name, input),
})

/** Marks every answer of these slices as old, after a change of one's own; what is on the screen is read again. */
export const touch = async (...slices: readonly string[]): Promise<void> => {
  const old = new Set(slices.flatMap(slicesWith))
  await Promise.all([...old].map(each => answers.invalidateQueries(answersOf(each))))
}

/** The answer of a read. Waiting and failing belong to the route's boundary. */
export const useRead = <Name extends ReadName>(name: Name, input: Input<Name>): Output<Name> =>
  useSuspenseQuery(question(name, input), answers).data

const firsts = new Map<string, Promise<void>>()

/** A read's first answer on its way; the component that shows it handles a failure. */
const firstAnswer = (key: readonly unknown[], fetch: () => Promise<void>): Promise<void> => {
  const asked = JSON.stringify(key)
  const found = firsts.get(asked) ?? fetch().finally(() => firsts.delete(asked))
  firsts.set(asked, found)
  return found
}

type LaterOptions = {
  enabled?: boolean
  /** The boundary around waits for the first answer, so that nothing moves on the page when it comes. */
  withPage?: boolean
}

/** The same without the boundary, for search and panels: the old answer stays while the next is on its way. */
export const useReadLater = <Name extends ReadName>(
  name: Name,
  input: Input<Name>,
  { enabled = true, withPage = false }: LaterOptions = {},
) => {
  const asked = question(name, input)
  // What has failed is not asked again by being drawn again, or the page would wait for ever.
  const found = useQuery({ ...asked, placeholderData: keepPreviousData, enabled, retryOnMount: !withPage }, answers)
  useWaitFor(withPage && found.isLoading ? firstAnswer(asked.queryKey, () => answers.prefetchQuery(asked)) : null)
  return found
}

/** Takes over an answer that a write brought along, so that it need not be read again. */
export const keepAnswer = async <Name extends ReadName>(
  name: Name,
  input: Input<Name>,
  answer: Output<Name>,
): Promise<void> => {
  const { queryKey } = question(name, input)
  // What is on its way was asked before the write.
  await answers.cancelQueries({ queryKey })
  answers.setQueryData(queryKey, answer)
}

/** Reads ahead, for what will probably be looked at next. */
export const readAhead = async <Name extends ReadName>(name: Name, input: Input<Name>): Promise<void> => {
  const asked = question(name, input)
  // A screen that begins anew after a failure would otherwise ask for ever instead of showing it.
  if (answers.getQueryState(asked.queryKey)?.status !== 'error') await answers.prefetchQuery(asked)
}

type Page = { rows: unknown[]; next: string | null; total: number }
type PagedName = { [Name in ReadName]: Output<Name> extends Page ? Name : never }[ReadName]
type Row<Name extends PagedName> = Output<Name> extends { rows: (infer R)[] } ? R : never

const pagesOf = <Name extends PagedName>(name: Name, input: Input<Name>) => ({
  queryKey: [sliceOf(name), name, input, 'pages'] as const,
  queryFn: async ({ pageParam }: { pageParam: string | null }): Promise<Page> =>
    (await call(name, {
      ...(input as object),
      ...(pageParam !== null && { after: pageParam }),
    } as Input<Name>)) as Page,
  initialPageParam: null as string | null,
  getNextPageParam: (last: Page) => last.next,
})

/** Asks all that the page of an address shows first, before its parts ask one after the other. */
export const readFirst = (address: Pick<URL, 'pathname' | 'searchParams'>, roles: readonly Role[]): void => {
  const read: Asks['read'] = async (name, input) => {
    await readAhead(name, input)
    const answer = answers.getQueryData<Output<typeof name>>(question(name, input).queryKey)
    if (answer === undefined) throw new Error(`${name} has failed`)
    return answer
  }
  askFirst(address, roles, {
    read: (name, input) => {
      const answer = read(name, input)
      // The part that shows it says what is wrong.
      answer.catch(() => undefined)
      return answer
    },
    page: (name, input) => void answers.prefetchInfiniteQuery(pagesOf(name, input)),
  }).catch(() => undefined)
}

/** A list by key: all rows so far, and how to get more. `rows` is undefined until the first page is there. */
export const usePages = <Name extends PagedName>(
  name: Name,
  input: Input<Name>,
  { withPage = false }: Pick<LaterOptions, 'withPage'> = {},
) => {
  const asked = pagesOf(name, input)
  const pages = useInfiniteQuery({ ...asked, placeholderData: keepPreviousData, retryOnMount: !withPage }, answers)
  useWaitFor(
    withPage && pages.isLoading ? firstAnswer(asked.queryKey, () => answers.prefetchInfiniteQuery(asked)) : null,
  )
  return {
    rows: pages.data?.pages.flatMap(page => page.rows) as Row<Name>[] | undefined,
    total: pages.data?.pages[0]?.total,
    /** The first page whole, for what the answer says beside its rows. */
    first: pages.data?.pages[0] as Output<Name> | undefined,
    next: pages.data?.pages.at(-1)?.next ?? null,
    more: () => void pages.fetchNextPage(),
    isMorePending: pages.isFetchingNextPage,
    /** The rows shown belong to an earlier question; the answer to this one is on its way. */
    isOld: pages.isPlaceholderData,
    error: pages.error,
    again: () => void pages.refetch(),
  }
}

/**
 * A write. One attempt keeps one operation id through all its retries, also when the person presses again after a
 * failure with the same input, so nothing is ever done twice. What it has changed, the answer says.
 */
export const useWrite = <Name extends WriteName>(name: Name) => {
  const attempt = useRef<{ of: string; operationId: string } | null>(null)
  const mutation = useMutation<Output<Name>, unknown, { input: Input<Name>; operationId: string }>(
    {
      mutationFn: ({ input, operationId }) =>
        writing.by(() => call(name, input, operationId, slices => void touch(...slices))),
      onSuccess: async (_answer, { input }) => {
        attempt.current = null
        typedIsSaved(input)
      },
    },
    answers,
  )
  const tried = (input: Input<Name>) => {
    const of = JSON.stringify(input)
    if (attempt.current?.of !== of) attempt.current = { of, operationId: newOperationId() }
    return { input, operationId: attempt.current.operationId }
  }
  return {
    /** Sends it; rejects with a CallError. */
    send: (input: Input<Name>): Promise<Output<Name>> => mutation.mutateAsync(tried(input)),
    /** Sends it and leaves the failure to `error`. */
    start: (input: Input<Name>, then?: (answer: Output<Name>) => void): void =>
      mutation.mutate(tried(input), { onSuccess: answer => then?.(answer) }),
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  }
}
