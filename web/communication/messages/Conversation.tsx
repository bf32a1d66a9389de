import { Send } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Post, Thread } from '#contract/communication/messages.threads.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { useNames } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Avatar, Badge, Chip, type Tone } from '#web/ui/Marks.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { nothingEnclosed } from './enclosed.ts'
import { PostFiles } from './PostFiles.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { AboutChild } from './AboutChild.tsx'

export const threadTones: Record<Thread['status'], Tone> = { open: 'warn', answered: 'good', closed: 'neutral' }

const MessageFiles = lazily(() => import('./MessageFiles.tsx').then(module => module.MessageFiles))

/** The participants of a conversation, its subject, and a note that the office can read it. */
export const ThreadHead = ({ thread }: { thread: Thread }) => {
  const t = useTranslations('messages')
  const names = useNames()
  const format = useFormat()
  const other = thread.members.filter(({ side }) => side !== (thread.side ?? 'family')).map(each => names(each).first)
  const isOffice = thread.section === null
  const school = isOffice
    ? [t('office')]
    : thread.members.filter(({ side }) => side === 'school').map(each => names(each).first)
  const family = thread.members.filter(({ side }) => side === 'family').map(each => names(each).first)
  const shown = thread.side === 'family' ? school : thread.side === 'school' ? other : [...family, ...school]
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge tone={threadTones[thread.status]}>
          {t(thread.side === 'family' ? `thread.status.${thread.status}` : `thread.forSchool.${thread.status}`)}
        </Badge>
        {thread.section && <Chip crayon={thread.section.crayon}>{names(thread.section).first}</Chip>}
        {thread.student && <AboutChild child={thread.student} />}
      </div>
      <p className="text-sm text-ink-2">
        {shown.length > 0 && t('thread.with', { names: format.list(shown) })}
        {!isOffice && thread.side !== null && ` · ${t('thread.oversight')}`}
      </p>
      {thread.side === null && <Notice>{t('thread.oversightOffice', { names: format.list(school) })}</Notice>}
    </div>
  )
}

const Bubble = ({ post, seenBy }: { post: Post; seenBy: readonly string[] }) => {
  const t = useTranslations('messages')
  const names = useNames()
  const format = useFormat()
  const author = names({ name: post.author, nativeName: post.authorNativeName }).first
  return (
    <li className={classes('flex gap-2.5', post.isMine && 'flex-row-reverse')}>
      {!post.isMine && <Avatar name={author} id={post.authorId} size="small" />}
      <div className="grid max-w-[85%] gap-1">
        <p className={classes('text-xs text-ink-2', post.isMine && 'text-end')}>
          {post.isMine ? t('thread.you') : author} · <time dateTime={post.at}>{format.instant(post.at)}</time>
        </p>
        {post.body !== '' && (
          <p
            className={classes(
              'rounded-lg px-3.5 py-2.5 break-words whitespace-pre-line',
              post.isMine ? 'rounded-se-sm bg-primary-soft text-ink' : 'rounded-ss-sm bg-sunken text-ink',
            )}
          >
            {post.body}
          </p>
        )}
        {post.files.length > 0 && <PostFiles files={post.files} from={author} />}
        {seenBy.length > 0 && (
          <p className="text-end text-xs text-ink-2">{t('thread.seenBy', { names: format.list(seenBy) })}</p>
        )}
      </div>
    </li>
  )
}

/**
 * Returns the mark for the end of a conversation. It is scrolled into view with each new message, and stays there while
 * parts around it are still loading, unless the reader has scrolled away.
 */
const useEndInView = (newestId: string | undefined) => {
  const end = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const mark = end.current
    if (newestId === undefined || !mark) return
    const show = () => mark.scrollIntoView({ block: 'end' })
    show()
    const box = mark.closest<HTMLElement>('.overflow-y-auto')
    if (!box) return
    let isAtEnd = true
    const look = () => (isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 32)
    const sizes = new ResizeObserver(() => isAtEnd && show())
    sizes.observe(box)
    if (mark.parentElement) sizes.observe(mark.parentElement)
    box.addEventListener('scroll', look)
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [newestId])
  return end
}

/** The messages of a conversation, with the newest at the bottom and in view. Showing them marks them as read. */
export const Posts = ({ thread }: { thread: Thread }) => {
  const t = useTranslations('messages')
  const names = useNames()
  const pages = usePages('messages-posts', { threadId: thread.id })
  const { start } = useWrite('messages-read')
  const marked = useRef<string | null>(null)
  const newest = pages.isOld ? undefined : pages.rows?.[0]
  const isTheirs = newest !== undefined && !newest.isMine
  const newestId = newest?.id
  const end = useEndInView(newestId)
  useEffect(() => {
    if (!isTheirs || newestId === undefined || thread.side === null || marked.current === newestId) return
    marked.current = newestId
    start({ kind: 'thread', id: thread.id })
  }, [isTheirs, newestId, thread.side, thread.id, start])
  const mine = pages.rows?.find(({ isMine }) => isMine)
  const seenBy = thread.members
    .filter(({ side, readAt }) => mine !== undefined && side !== mine.side && readAt !== null && readAt >= mine.at)
    .map(member => names(member).first)
  if (pages.rows === undefined)
    return pages.error ? <Failure error={pages.error} again={pages.again} /> : <Loading onRetry={pages.again} />
  return (
    <div className="grid gap-4">
      {pages.next !== null && (
        <Button size="small" className="justify-self-center" pending={pages.isMorePending} onClick={pages.more}>
          {t('thread.older')}
        </Button>
      )}
      <ol className="grid gap-4" aria-live="polite">
        {pages.rows.toReversed().map(post => (
          <Bubble key={post.id} post={post} seenBy={post.id === mine?.id && post.id === newestId ? seenBy : []} />
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

/** The reply field. Typed text stays until it has been sent. */
export const Reply = ({ thread }: { thread: Thread }) => {
  const t = useTranslations('messages')
  const failureText = useFailureText()
  const write = useWrite('messages-reply')
  const [body, setBody] = useState('')
  const [{ fileIds, isUnfinished }, setEnclosed] = useState(nothingEnclosed)
  const [turn, setTurn] = useState(0)
  const box = useRef<HTMLTextAreaElement>(null)
  if (thread.side === null) return null
  const isEmpty = body.trim() === '' && fileIds.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || isUnfinished) return
    write.start({ threadId: thread.id, body, fileIds }, () => {
      setBody('')
      setTurn(turn + 1)
      // There is nothing left to send, so the disabled button can't keep the focus.
      box.current?.focus({ preventScroll: true })
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid w-full gap-3" data-noprint>
      {write.error !== null && (
        <Notice alert tone="danger">
          {failureText(write.error)}
        </Notice>
      )}
      <Field
        label={t('thread.reply')}
        hint={thread.status === 'closed' ? t('thread.closedHint') : t('thread.replyHint')}
      >
        <Textarea
          ref={box}
          rows={2}
          maxLength={4000}
          className="max-h-48 w-full"
          value={body}
          onChange={event => setBody(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
      </Field>
      <MessageFiles key={turn} compact onChange={setEnclosed} />
      <Button
        type="submit"
        variant="primary"
        icon={Send}
        pending={write.isPending}
        pendingText={t('thread.sending')}
        disabled={isEmpty || isUnfinished}
        wide="phone"
        className="sm:justify-self-end"
      >
        {t('thread.send')}
      </Button>
    </form>
  )
}

/** Closes a conversation or reopens it, with undo; only for the school's side. */
export const CloseThread = ({ thread }: { thread: Thread }) => {
  const t = useTranslations('messages.thread')
  const failureText = useFailureText()
  const write = useWrite('messages-moveThread')
  if (thread.side !== 'school') return null
  const isClosed = thread.status === 'closed'
  const move = (to: 'open' | 'closed', then?: () => void) =>
    write.send({ id: thread.id, to }).then(then, (error: unknown) => toast(failureText(error)))
  return (
    <Button
      size="small"
      pending={write.isPending}
      onClick={() =>
        void (isClosed
          ? move('open', () => toast(t('reopened')))
          : move('closed', () => toast(t('closed'), () => void move('open'))))
      }
    >
      {t(isClosed ? 'reopen' : 'close')}
    </Button>
  )
}
