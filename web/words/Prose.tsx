import { textLink } from '#web/routing/link.tsx'

const address = /(https?:\/\/[^\s<>"'，。；）)]+[^\s<>"'，。；）).,;:!?]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g

/** A line of somebody's own text, its web and mail addresses as links. */
const Line = ({ text }: { text: string }) =>
  text.split(address).map((part, index) => {
    // What stands at an odd place was found by the pattern.
    if (index % 2 === 0) return part
    const href = part.includes('://') ? part : `mailto:${part}`
    return (
      <a key={index} href={href} rel="noopener" className={textLink}>
        {part}
      </a>
    )
  })

/** Plain text as somebody wrote it: an empty line begins a paragraph, an address becomes a link, nothing else is markup. */
export const Prose = ({ text, className }: { text: string; className?: string }) => (
  <div className={className}>
    {text
      .split(/\n\s*\n/)
      .filter(paragraph => paragraph.trim())
      .map((paragraph, index) => (
        <p key={index} className="whitespace-pre-line">
          <Line text={paragraph.trim()} />
        </p>
      ))}
  </div>
)
