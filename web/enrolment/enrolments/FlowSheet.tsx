import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BackButton } from '#web/ui/BackButton.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { FlowSteps } from './FlowSteps.tsx'

type FlowSheetProps = {
  above?: string
  title: string
  lead?: string | undefined
  onBack: () => void
  children: ReactNode
}

/** A page in the frame of the registration, before its questions: it looks for the family's record. */
export const FlowSheet = ({ above, title, lead, onBack, children }: FlowSheetProps) => {
  const t = useTranslations('register')
  const { site } = useUiText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="mx-auto w-full max-w-[calc(40rem+2*var(--gutter))] px-gutter pt-6 pb-20">
      <title>{`${title} · ${site}`}</title>
      <FlowSteps part={2} />
      <div className="mt-4 flex min-h-11 items-center">
        <BackButton onClick={onBack}>{t('back')}</BackButton>
      </div>
      <header className="mt-3 mb-7">
        {above && <p className="mb-1 text-sm text-ink-2">{above}</p>}
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          <span className="stroke">{title}</span>
        </h1>
        {lead && <p className="mt-3 max-w-[60ch] text-ink-2">{lead}</p>}
      </header>
      {children}
    </div>
  )
}
