import { textLink } from '#web/routing/link.tsx'

const address = /(https?:\/\/[^\s<>"'，。；）)]+[^\s<>"'，。；）).,;:!?]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g

/** A line of a person's own text, with web and email addresses as links. */
const Line = ({ text }: { text: string }) =>
  text.split(address).map((part, index) => {
    // Parts at odd indexes matched the pattern.
    if (index % 2 === 0) return part
    const href = part.includes('://') ? part : `mailto:${part}`
    return (
      <a key={index} href={href} rel="noopener" className={textLink}>
        {part}
      </a>
    )
  })

/**
 * Plain text as a person wrote it: an empty line begins a paragraph, an address becomes a link, and nothing else is
 * markup.
 */
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
