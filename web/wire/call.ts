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
import { forgetAnswer, recallAnswer, rememberAnswer } from '#web/wire/answerStore.ts'
import { askFirst, type Asks } from '#web/wire/firstReads.ts'
import { typedIsSaved } from '#web/ui/typed.ts'
import { isHere } from '#web/wire/firstAnswers.ts'
import { forgetOld, markFresh, markOld } from '#web/wire/oldAnswers.ts'
import { writing } from '#web/wire/proof.ts'
import { onSession } from '#web/session/session.ts'
import { useWaitFor } from '#web/wire/useWaitFor.ts'
import { answersOf, slicesWith } from '#web/wire/news.ts'
import { readTogether } from '#web/wire/readTogether.ts'
import { CallError } from '#web/wire/callError.ts'
import { beforeRetry, call, mayPass, newOperationId, sendReadsBy } from '#web/wire/wire.ts'

export { CallError } from '#web/wire/callError.ts'
export { call } from '#web/wire/wire.ts'

sendReadsBy(readTogether)

const retry = (times: number, error: unknown): boolean => times < 2 && mayPass(error)
/**
 * Returns the delay before a retry, in milliseconds: it doubles each time, and is never shorter than the server asks
 * for. Only a `CallError` is retried.
 */
const retryDelay = (times: number, error: unknown): number => 1000 * Math.max(2 ** times, (error as CallError).seconds)
// The server may be a laptop in the same room without internet access, so never wait for "online".
const tries = { retry, retryDelay, networkMode: 'always' } as const

/** True if the school no longer gives the person this answer. */
const isRefused = (error: unknown): boolean =>
  error instanceof CallError && ['not-found', 'permission-denied'].includes(error.code)

/** True if a write was refused because the school is no longer as the screen shows it, such as another price. */
const isOutdated = (error: unknown): boolean => error instanceof CallError && error.code === 'failed-precondition'

/** The query cache: all answers of the signed-in person. Live touches and writes invalidate them. */
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
  // The page received no change notices while it waited for the sign-in.
  if (wasWaiting && !isWaiting) void answers.invalidateQueries()
  const uid = session.user?.uid ?? null
  // No one may see what was read as another person.
  if (owner !== undefined && owner !== uid) {
    answers.clear()
    forgetOld()
  }
  owner = uid
})

/**
 * Returns the school's answer. On the first read of a visit it returns the copy that this device keeps from an earlier
 * visit, marked as old, and asks the school in the background.
 */
const answerOf = async <Name extends ReadName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
  const queryKey = [sliceOf(name), name, input]
  const asked = JSON.stringify([name, input])
  if (answers.getQueryData(queryKey) === undefined && !isHere(name, input)) {
    const kept = await recallAnswer(asked)
    if (kept) {
      markOld(asked, kept.at)
      // Runs after this answer is in the cache, and also for queries that nothing shows: until then the page says that
      // the answer is old.
      setTimeout(() => void answers.invalidateQueries({ queryKey, exact: true, refetchType: 'all' }))
      return kept.answer as Output<Name>
    }
  }
  const answer = await call(name, input).catch(async (error: unknown) => {
    if (isRefused(error)) {
      await forgetAnswer(asked)
      // What this device kept goes from the page, too: the person may no longer see it.
      if (markFresh(asked)) setTimeout(() => void answers.resetQueries({ queryKey, exact: true }))
    }
    throw error
  })
  markFresh(asked)
  void rememberAnswer(asked, answer)
  return answer
}

const question = <Name extends ReadName>(name: Name, input: Input<Name>) => ({
  queryKey: [sliceOf(name), name, input] as const,
  queryFn: (): Promise<Output<Name>> => answerOf(name, input),
})

/**
 * Invalidates every answer of these slices after one of the person's own changes, and refetches those on the screen.
 */
export const touch = async (...slices: readonly string[]): Promise<void> => {
  const old = new Set(slices.flatMap(slicesWith))
  await Promise.all([...old].map(each => answers.invalidateQueries(answersOf(each))))
}

/** Returns the answer of a read. The route's boundary handles waiting and failures. */
export const useRead = <Name extends ReadName>(name: Name, input: Input<Name>): Output<Name> =>
  useSuspenseQuery(question(name, input), answers).data

const firsts = new Map<string, Promise<void>>()

/** Fetches a read's first answer, once for all callers. The component that shows it handles a failure. */
const firstAnswer = (key: readonly unknown[], fetch: () => Promise<void>): Promise<void> => {
  const asked = JSON.stringify(key)
  const found = firsts.get(asked) ?? fetch().finally(() => firsts.delete(asked))
  firsts.set(asked, found)
  return found
}

type LaterOptions = {
  enabled?: boolean
  /** The surrounding boundary waits for the first answer, so that nothing on the page moves when it arrives. */
  withPage?: boolean
}

/** Like `useRead` but without the boundary, for searches and panels: the old answer stays until the next arrives. */
export const useReadLater = <Name extends ReadName>(
  name: Name,
  input: Input<Name>,
  { enabled = true, withPage = false }: LaterOptions = {},
) => {
  const asked = question(name, input)
  // A failed query is not refetched on a rerender, or the page would wait forever.
  const found = useQuery({ ...asked, placeholderData: keepPreviousData, enabled, retryOnMount: !withPage }, answers)
  useWaitFor(withPage && found.isLoading ? firstAnswer(asked.queryKey, () => answers.prefetchQuery(asked)) : null)
  return found
}

/** Puts an answer that came with a write into the cache, so that it needn't be read again. */
export const keepAnswer = async <Name extends ReadName>(
  name: Name,
  input: Input<Name>,
  answer: Output<Name>,
): Promise<void> => {
  const { queryKey } = question(name, input)
  // Any fetch in flight was sent before the write.
  await answers.cancelQueries({ queryKey })
  answers.setQueryData(queryKey, answer)
}

/** Prefetches an answer that will probably be needed next. */
export const readAhead = async <Name extends ReadName>(name: Name, input: Input<Name>): Promise<void> => {
  const asked = question(name, input)
  // A screen that remounts after a failure would otherwise keep asking instead of showing the error.
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

/** Prefetches everything that the page at an address shows first, before its parts ask for it one after another. */
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
      // The component that shows it reports the error.
      answer.catch(() => undefined)
      return answer
    },
    page: (name, input) => void answers.prefetchInfiniteQuery(pagesOf(name, input)),
  }).catch(() => undefined)
}

/**
 * A list paged by key: all rows loaded so far and a way to load more. `rows` is undefined until the first page arrives.
 */
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
    /** The complete first page, for the fields of the answer beside its rows. */
    first: pages.data?.pages[0] as Output<Name> | undefined,
    next: pages.data?.pages.at(-1)?.next ?? null,
    more: () => void pages.fetchNextPage(),
    isMorePending: pages.isFetchingNextPage,
    /** True while the rows shown belong to the previous input and the answer to this one is still loading. */
    isOld: pages.isPlaceholderData,
    error: pages.error,
    again: () => void pages.refetch(),
  }
}

/**
 * A write. One attempt keeps its operation id through all retries, including when the person presses again with the
 * same input after a failure, so nothing is ever done twice. The answer names the slices that changed.
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
      // Otherwise the person would be refused again and again for what they can't see.
      onError: error => {
        if (isOutdated(error)) void answers.invalidateQueries()
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
