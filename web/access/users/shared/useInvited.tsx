import { Suspense, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lazily } from '#web/routing/lazily.tsx'
import { useMay } from '#web/session/may.ts'
import { useMails } from '#web/wire/mails.ts'
import { toast } from '#web/ui/Toast.tsx'
import type { Invitee } from './HandOver.tsx'

const InvitationLink = lazily(() => import('./HandOver.tsx').then(module => module.InvitationLink))

/** The default `prepare`, which does nothing. */
const ready = (): Promise<void> => Promise.resolve()

/**
 * Follows up an invitation: shows the toast `sent` if it went by email, or the link to hand over where no emails are
 * sent.
 */
export const useInvited = (): {
  /** True if the office hands the link over. */
  isByHand: boolean
  tell: (invitee: Invitee, sent: string, onClose?: () => void) => void
  /** Opens the dialog that makes the link, after `prepare`. Nothing is made until its button is pressed. */
  handOver: (invitee: Invitee, prepare?: () => Promise<unknown>) => void
  /** The dialog in which the link is handed over, for the screen to render. */
  dialog: ReactNode
} => {
  const t = useTranslations('handingOver')
  const mails = useMails()
  const isByHand = useMay()('users-invitationLink') === true && mails === 'kept'
  const [asked, setAsked] = useState<(Invitee & { prepare: () => Promise<unknown>; onClose: () => void }) | null>(null)
  return {
    isByHand,
    tell: (invitee, sent, onClose = () => undefined) => {
      if (isByHand) {
        setAsked({ ...invitee, prepare: ready, onClose })
        return
      }
      toast(mails === 'sent' ? sent : t(mails === 'demo' ? 'demo' : 'hint', { email: invitee.email }))
      onClose()
    },
    handOver: (invitee, prepare = ready) => setAsked({ ...invitee, prepare, onClose: () => undefined }),
    dialog: asked && (
      <Suspense>
        <InvitationLink
          {...asked}
          onClose={() => {
            setAsked(null)
            asked.onClose()
          }}
        />
      </Suspense>
    ),
  }
}
