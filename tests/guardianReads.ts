import type { ReadName } from '#contract/index.ts'
import type { BarredScene } from './barredScene.ts'
import { family } from './school.ts'

export type Line =
  /** Tells Ann something about Mia, and the others nothing. */
  | { about: 'child'; ask?: () => object }
  /** The same as numbers: `rex` is what a barred guardian gets. */
  | { about: 'counts'; ask?: () => object; ann: object; rex: object }
  /** The same for everyone, or only about the caller's own account. */
  | { about: 'public' | 'self' }
const child = (ask?: () => object): Line => ({ about: 'child', ...(ask && { ask }) })
const days = { from: '2026-09-13', to: '2026-09-30' }

/** Every function that a guardian may read with, and what it returns about Mia in the scene. */
export const guardianReads = (scene: () => BarredScene): Partial<Record<ReadName, Line>> => ({
  'config-get': { about: 'public' },
  'config-registration': { about: 'public' },
  'terms-list': { about: 'public' },
  'terms-get': { about: 'public' },
  'classes-catalogue': { about: 'public' },
  'classes-nextDay': { about: 'public' },
  'forms-asked': { about: 'public' },
  'policies-current': { about: 'public' },
  'payments-ways': { about: 'public' },
  'events-public': { about: 'public' },
  // Identifies families and children by number only.
  'lotteries-published': { about: 'public' },
  'lotteries-protocol': { about: 'public' },
  'visits-days': { about: 'public' },
  'windows-list': { about: 'public' },
  'windows-rules': { about: 'public' },
  // A family counts as current through children whose data the caller may see (windows.test.ts).
  'windows-mine': { about: 'self' },
  'identity-sessions': { about: 'self' },
  'identity-secondFactor': { about: 'self' },
  'identity-passkeys': { about: 'self' },
  'push-mine': { about: 'self' },
  'push-tests': { about: 'self' },
  'users-me': { about: 'self' },
  'parents-preferences': { about: 'self' },
  'events-feed': { about: 'self' },
  // Empty for people the school knows. That a barred guardian is offered nothing is tested in claims.test.ts.
  'claims-offer': { about: 'self' },
  // Is about a household, never about a child.
  'confirmations-mine': { about: 'self' },
  // Also about households. One without a child that the caller may see is left out (duties.test.ts).
  'duties-mine': { about: 'self' },
  'volunteers-classes': child(),
  'parents-requests': child(),
  'parents-household': child(),
  'parents-home': child(),
  'forms-answers': child(() => ({ studentId: scene().mia })),
  'students-mine': child(),
  'students-get': child(() => ({ id: scene().mia })),
  'documents-list': child(() => ({ studentId: scene().mia })),
  'enrolments-draft': child(),
  'enrolments-begun': { about: 'self' },
  'enrolments-quote': {
    about: 'counts',
    // A child of another family is priced like a new one, and is not reported to be in the class. One that may be a
    // child whose data the caller is barred from goes to the office, for any class.
    ask: () => {
      const { children, ...draft } = family(
        { name: 'Somebody' },
        [{ key: 'mia', name: 'Mia Wang', birthOn: '2019-03-01' }],
        [{ childKey: 'mia', sectionId: scene().violin.id }],
        scene().s.term.id,
      )
      return { draft: { ...draft, children: children.map(each => ({ ...each, studentId: scene().mia })) } }
    },
    ann: { choices: [{ outcome: 'enrolled' }] },
    rex: { choices: [{ outcome: 'approval', reasons: ['class'] }] },
  },
  'enrolments-offers': child(),
  'enrolments-offerPrice': child(() => ({ id: scene().offerId })),
  'enrolments-heldPrice': child(() => ({ id: scene().heldId })),
  'enrolments-line': child(),
  'lotteries-mine': child(),
  'applications-mine': child(),
  'placements-mine': child(),
  'visits-children': child(),
  'visits-mine': child(),
  'visits-price': child(() => ({ id: scene().visit.id })),
  'payments-ledger': child(),
  // Amounts of the caller's own household, without children's names.
  'cards-mine': { about: 'self' },
  'cards-checkout': { about: 'self' },
  'leavings-mine': child(),
  'leavings-preview': child(() => ({ enrolmentId: scene().violinPlaceId })),
  'leavings-targets': child(() => ({ enrolmentId: scene().violinPlaceId })),
  'leavings-previewTransfer': child(() => ({ enrolmentId: scene().violinPlaceId, toSectionId: scene().drums.id })),
  'leavings-previewType': child(() => ({ enrolmentId: scene().violinPlaceId })),
  'absences-mine': child(),
  'cancellations-mine': child(),
  'assignments-history': child(),
  'assignments-summary': {
    about: 'counts',
    ask: () => ({ studentId: scene().mia }),
    ann: { states: { 'turned-in': 1 } },
    rex: { sections: [], states: { 'turned-in': 0 } },
  },
  'assignments-current': child(),
  'assignments-submission': child(() => ({ assignmentId: scene().assignment.id, studentId: scene().mia })),
  'grades-mine': child(),
  'messages-inbox': child(),
  'messages-waiting': { about: 'self' },
  'messages-received': child(() => ({ id: scene().notice.id })),
  'messages-contacts': child(),
  'messages-threads': child(),
  'messages-thread': child(() => ({ id: scene().thread.id })),
  'messages-posts': child(() => ({ threadId: scene().thread.id })),
  'promotions-places': child(),
  'events-calendar': child(() => ({ ...days, mine: true })),
  'events-meetings': child(() => ({ ...days, mine: true })),
  'events-agenda': child(() => ({ mine: true })),
  'events-get': child(() => ({ id: scene().event.id, mine: true })),
})
