import type { ComponentProps } from 'react'
import type { InboxRow } from '#contract/communication/messages.threads.ts'
import { ButtonLink, Link } from '#web/routing/link.tsx'
import { searchWith } from '#web/routing/urlState.ts'

/** Where somebody has their messages: a family on a page of their own, a teacher beside the day, the office on its page. */
export type MessagesScreen = '/messages' | '/teacherdashboard/' | '/adminmessage'

/** The address of a message within a screen: `notice.…` or `thread.…`. */
export const keyOf = ({ kind, id }: Pick<InboxRow, 'kind' | 'id'>): string => `${kind}.${id}`

type MessageLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children'> & {
  to: MessagesScreen
  /** The message that it opens, by `keyOf`; left out, all of them. */
  open?: string
}

/** A link to one's messages, or to one of them. */
export const MessageLink = ({ to, open, ...more }: MessageLinkProps) => {
  switch (to) {
    case '/messages':
      return <Link to={to} search={open === undefined ? {} : { open }} resetScroll={open === undefined} {...more} />
    case '/teacherdashboard/':
      return <Link to={to} search={searchWith({ messages: open ?? 'all' })} resetScroll={false} {...more} />
    case '/adminmessage':
      // The office has only notices to itself here, and knows them by their number.
      return <Link to={to} search={searchWith({ id: open?.replace('notice.', '') })} resetScroll={false} {...more} />
  }
}

/** The same with the look of a small button. */
export const MessageButton = ({
  to,
  open,
  children,
}: Required<Omit<MessageLinkProps, 'className' | 'to'>> & { to: Exclude<MessagesScreen, '/adminmessage'> }) =>
  to === '/messages' ? (
    <ButtonLink to={to} search={{ open }} size="small">
      {children}
    </ButtonLink>
  ) : (
    <ButtonLink to={to} search={{ messages: open }} size="small">
      {children}
    </ButtonLink>
  )
