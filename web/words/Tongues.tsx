/** A line of text that may contain names; its Chinese parts are marked as Chinese. */
export const Tongues = ({ text }: { text: string }) =>
  text.split(/([一-鿿]+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} lang="zh">
        {part}
      </span>
    ) : (
      part
    ),
  )
