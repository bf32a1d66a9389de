import { useSchool } from './school.ts'

/** What becomes of the school's mails: sent, or kept, in a demo where everybody can read them. */
export const useMails = (): 'sent' | 'demo' | 'kept' => {
  const known = useSchool()
  return known?.mailsLeave === false ? (known.isDemo ? 'demo' : 'kept') : 'sent'
}
