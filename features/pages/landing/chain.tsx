import { cx } from '#web/ui/cx.ts'

/** The way from work to money, in pictures of the real screens. `npm run screenshots` takes them. */
export function Chain() {
  return (
    <ol className="grid gap-4 md:grid-cols-6 md:gap-5">
      {LINKS.map(({ title, text, screen, alt, isPhone, className, crop }, index) => (
        <li
          key={screen}
          className={cx(
            'flex flex-col overflow-hidden rounded-lg border border-hairline bg-surface',
            className,
          )}
        >
          <div className="p-6 md:p-7">
            <h3 className="flex gap-3 font-serif text-[1.375rem] leading-tight font-semibold tracking-tight">
              <span className="text-faint tabular-nums">{index + 1}</span>
              {title}
            </h3>
            <p className="mt-2 max-w-lg text-lead text-pretty text-muted">{text}</p>
          </div>
          <div
            className={cx(
              'mt-auto flex overflow-hidden pl-6 md:pl-7',
              isPhone && 'justify-center pr-6 md:pr-7',
              crop,
            )}
          >
            <Screen name={screen} alt={alt} isPhone={isPhone} />
          </div>
        </li>
      ))}
    </ol>
  )
}

type ScreenProps = { name: string; alt: string; isPhone: boolean }

function Screen({ name, alt, isPhone }: ScreenProps) {
  const { width, height } = isPhone ? PHONE : DESKTOP
  return (
    <picture className={isPhone ? 'w-full max-w-80' : 'w-full'}>
      <source media="(prefers-color-scheme: dark)" srcSet={`/screens/${name}-dark.webp`} />
      <img
        src={`/screens/${name}-light.webp`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className={cx(
          'h-auto w-full border-hairline',
          isPhone ? 'rounded-t-xl border-x border-t' : 'rounded-tl border-t border-l',
        )}
      />
    </picture>
  )
}

/** The size at which the pictures are taken. */
const DESKTOP = { width: 1120, height: 640 }
const PHONE = { width: 390, height: 500 }

const LINKS = [
  {
    title: 'Log the time',
    text: 'Press play on any screen, or type your week into a grid. Every hour knows its project and its rate.',
    screen: 'log',
    alt: 'A week of hours by project and day, with the timer running.',
    isPhone: false,
    className: 'md:col-span-4',
    crop: '',
  },
  {
    title: 'Have it approved',
    text: 'Your client looks at it on a phone and approves. Once, on the record.',
    screen: 'approve',
    alt: 'The client portal on a phone, asking once before an approval counts.',
    isPhone: true,
    className: 'md:col-span-2',
    crop: '',
  },
  {
    title: 'Bill it',
    text: 'What is not billed yet is ticked: hours, expenses, approved fees. Each line cites the approval.',
    screen: 'bill',
    alt: 'Unbilled work on the left, and the invoice that it makes on the right.',
    isPhone: false,
    className: 'md:col-span-4',
    crop: '',
  },
  {
    title: 'Get paid',
    text: 'The same link leads to the invoice, and to the payment.',
    screen: 'pay',
    alt: 'An invoice in the client portal on a phone, with a button to pay it.',
    isPhone: true,
    className: 'md:col-span-2',
    crop: '',
  },
  {
    title: 'See where the money is',
    text: 'Unbilled, drafted, waiting, unpaid, overdue: each figure opens the list that adds up to it.',
    screen: 'money',
    alt: 'The dashboard with the amounts from unbilled work to overdue invoices.',
    isPhone: false,
    className: 'md:col-span-6',
    crop: 'md:h-90',
  },
]
