import type { ComponentProps } from 'react'
import type { InboxRow } from '#contract/communication/messages.threads.ts'
import { ButtonLink, Link } from '#web/routing/link.tsx'
import { searchWith } from '#web/routing/urlState.ts'

/**
 * The screen of a person's messages: families have a page, teachers see them beside the day, the office on its page.
 */
export type MessagesScreen = '/messages' | '/teacherdashboard/' | '/adminmessage'

/** The key of a message in the address: `notice.…` or `thread.…`. */
export const keyOf = ({ kind, id }: Pick<InboxRow, 'kind' | 'id'>): string => `${kind}.${id}`

type MessageLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children'> & {
  to: MessagesScreen
  /** The message to open, by `keyOf`; if omitted, all of them. */
  open?: string
}

/** A link to the person's messages, or to one of them. */
export const MessageLink = ({ to, open, ...more }: MessageLinkProps) => {
  switch (to) {
    case '/messages':
      return <Link to={to} search={open === undefined ? {} : { open }} resetScroll={open === undefined} {...more} />
    case '/teacherdashboard/':
      return <Link to={to} search={searchWith({ messages: open ?? 'all' })} resetScroll={false} {...more} />
    case '/adminmessage':
      // The office has only notices to itself here, identified by their id.
      return <Link to={to} search={searchWith({ id: open?.replace('notice.', '') })} resetScroll={false} {...more} />
  }
}

/** The same link as a small button. */
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
