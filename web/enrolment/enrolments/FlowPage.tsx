import { Check, CloudOff, type LucideIcon } from 'lucide-react'
import {
  createContext,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { useTranslations } from 'use-intl'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorSummary, Field, focusField } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { hasNoFocus, stand } from '#web/ui/keptFocus.ts'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUiText } from '#web/ui/text.tsx'
import type { Draft } from './draftForm.ts'
import { FlowSteps } from './FlowSteps.tsx'
import { keepMine, takeOther, useDraft } from './draft.ts'
import { useBlockName, useProblemText, type Problem } from './problems.ts'

/** Says that the input is saved. */
const SavedMark = () => {
  const t = useTranslations('register')
  const saving = useDraft()?.saving
  return (
    <p role="status" className="flex min-h-6 items-center gap-1.5 text-sm text-ink-2">
      {saving === 'saved' && <Check size={16} aria-hidden className="text-primary-ink" />}
      {saving === 'device' && <CloudOff size={16} aria-hidden />}
      {saving === 'saving' ? t('saving') : saving === 'saved' ? t('saved') : saving === 'device' ? t('savedHere') : ''}
    </p>
  )
}

/** Says that the family continues an earlier registration, or asks it to choose between two copies. */
const Standing = () => {
  const t = useTranslations('register')
  const format = useFormat()
  const state = useDraft()
  if (state?.other)
    return (
      <Notice
        alert
        tone="warn"
        title={t('newerTitle')}
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" variant="primary" onClick={takeOther}>
              {t('takeOther')}
            </Button>
            <Button size="small" onClick={keepMine}>
              {t('keepMine')}
            </Button>
          </span>
        }
      >
        {t('newerText', { time: format.instant(state.other.savedAt) })}
      </Notice>
    )
  return state?.resumedAt ? <Notice>{t('resumed', { day: format.instant(state.resumedAt, 'day') })}</Notice> : null
}

const Problems = createContext<readonly Problem[]>([])

/** Returns the message for a path of the draft, if anything is wrong there. */
export const useProblemAt = (path: string): string | undefined => {
  const problemText = useProblemText()
  const found = use(Problems).find(problem => problem.path === path)
  return found && problemText(found)
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  /** The path in the draft, which is also the input's id and finds its error. */
  path: string
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  value: string
  onText: (text: string) => void
}

/** A text input of the draft, with its label and error. */
export const TextField = ({ path, label, hint, optional = false, onText, className, ...input }: TextFieldProps) => {
  const error = useProblemAt(path)
  return (
    <Field
      id={path}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      required={!optional}
      className={className ?? ''}
    >
      <Input {...input} onChange={event => onText(event.target.value)} />
    </Field>
  )
}

type FlowPageProps = {
  part: 2 | 3
  /** The page within the part, such as "Question 2 of 6". */
  above?: string
  title: string
  lead?: ReactNode
  draft: Draft
  /** The errors on this page. */
  problems: readonly Problem[]
  /** The number of times that the page was sent. */
  attempt: number
  onBack: () => void
  onNext: () => void
  next?: string
  pending?: boolean
  /** Content beside the form; on phones, below it. */
  aside?: ReactNode
  /** Replaces the button at the end of the form. */
  foot?: ReactNode
  /** Names what a problem is about if the draft alone can't. */
  nameOf?: (path: string) => string
  children: ReactNode
}

/** One page of the registration: one group of questions, their errors, and the button to the next. */
export const FlowPage = (props: FlowPageProps) => {
  const { part, above, title, lead, draft, attempt, onBack, onNext, next, pending = false, aside, foot, nameOf } = props
  const t = useTranslations('register')
  const { site } = useUiText()
  const problemText = useProblemText()
  const block = useBlockName()
  const [mended, setMended] = useState<{ attempt: number; paths: readonly string[] }>({ attempt, paths: [] })
  // Sending again validates all fields again.
  const changed = mended.attempt === attempt ? mended.paths : []
  const problems = props.problems.filter(({ path }) => !changed.includes(path))
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useId()
  // The address changes only in its search, which the frame doesn't announce.
  const isWrong = useRef(props.problems.length > 0)
  useEffect(() => {
    if (!isWrong.current) heading.current?.focus({ preventScroll: true })
  }, [])
  const listed = problems.map(problem => {
    const name = nameOf?.(problem.path) || block(problem.path, draft)
    return {
      id: problem.path,
      text: name ? t('problemOf', { name, text: problemText(problem) }) : problemText(problem),
    }
  })
  return (
    <div
      className={classes(
        'mx-auto w-full px-gutter pt-6 pb-20',
        aside ? 'max-w-[72rem]' : 'max-w-[calc(40rem+2*var(--gutter))]',
      )}
    >
      <title>{`${title} · ${site}`}</title>
      <FlowSteps part={part} />
      <div className="mt-4 flex min-h-11 items-center justify-between gap-4">
        <BackButton onClick={onBack}>{t('back')}</BackButton>
        <SavedMark />
      </div>
      <header className="mt-3 mb-7">
        {above && <p className="mb-1 text-sm text-ink-2">{above}</p>}
        <h1 ref={heading} tabIndex={-1} className="text-3xl wrap-anywhere hyphens-auto">
          <span className="stroke">{title}</span>
        </h1>
        {lead && <p className="mt-3 max-w-[60ch] text-ink-2">{lead}</p>}
      </header>
      <div className={classes(Boolean(aside) && 'grid items-start gap-8 lg:grid-cols-[1fr_24rem]')}>
        <form
          id={form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            onNext()
          }}
          className="grid min-w-0 gap-6"
        >
          <Standing />
          <ErrorSummary
            problems={listed}
            attempt={attempt}
            onMend={id => setMended({ attempt, paths: [...changed, id] })}
          />
          <Problems value={problems}>{props.children}</Problems>
          {foot ?? (
            <Button type="submit" variant="primary" pending={pending} className="mt-2 sm:justify-self-start">
              {next ?? t('next')}
            </Button>
          )}
        </form>
        {aside}
      </div>
    </div>
  )
}

type BlockProps = { title: string; onRemove?: (() => void) | undefined; removeLabel: string; children: ReactNode }

/** One of several similar blocks: a child, a guardian, a contact. */
export const Block = ({ title, onRemove, removeLabel, children }: BlockProps) => {
  const t = useTranslations('register')
  return (
    <fieldset data-card className="min-w-0 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <legend className="float-start mb-4 flex w-full items-center justify-between gap-3">
        <span className="display min-w-0 text-lg wrap-anywhere">{title}</span>
        {onRemove && (
          <Button variant="quiet" size="small" aria-label={removeLabel} onClick={onRemove} className="-me-3 text-sm">
            {t('remove')}
          </Button>
        )}
      </legend>
      <div className="clear-both grid gap-5">{children}</div>
    </fieldset>
  )
}

type AddBlockProps = {
  /** The path of the blocks in the draft. */
  path: string
  count: number
  most: number
  icon: LucideIcon
  onAdd: () => void
  children: ReactNode
}

/**
 * The button that adds a block. The focus goes to the first field of the new block; when a block is removed, it comes
 * back to this button.
 */
export const AddBlock = ({ path, count, most, icon, onAdd, children }: AddBlockProps) => {
  const place = useRef<HTMLDivElement>(null)
  const isAdding = useRef(false)
  const before = useRef(count)
  useLayoutEffect(() => {
    if (isAdding.current && count > before.current) focusField(`${path}.${count - 1}.name`)
    else if (count < before.current && hasNoFocus()) stand(place.current?.querySelector('button') ?? null)
    isAdding.current = false
    before.current = count
  }, [path, count])
  const add = () => {
    isAdding.current = true
    onAdd()
  }
  return (
    <div ref={place} className="grid empty:hidden sm:justify-items-start">
      {count < most && (
        <Button icon={icon} onClick={add}>
          {children}
        </Button>
      )}
    </div>
  )
}
