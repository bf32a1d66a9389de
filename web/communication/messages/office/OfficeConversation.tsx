import { Named } from '#web/words/Name.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { CloseThread, Posts, Reply, ThreadHead } from '#web/communication/messages/Conversation.tsx'

/** The messages between the school and one family, for the office. */
export const Conversation = ({ id }: { id: string }) => {
  const found = useReadLater('messages-thread', { id })
  return (
    <Later read={found}>
      {thread =>
        thread.id === id && (
          <div className="grid gap-5">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div className="min-w-0">
                <h2 className="text-xl">{thread.subject}</h2>
                <p className="text-sm text-ink-2">
                  <Named names={thread.household} />
                </p>
              </div>
              <CloseThread thread={thread} />
            </div>
            <ThreadHead thread={thread} />
            <Posts thread={thread} />
            <Reply key={id} thread={thread} />
          </div>
        )
      }
    </Later>
  )
}
