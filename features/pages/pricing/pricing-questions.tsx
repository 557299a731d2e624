const QUESTIONS = [
  {
    question: 'Can I change my plan at any time?',
    answer:
      'Yes. Plan changes are immediate and prorated: you pay only the difference for the rest of the month, or get it as credit.',
  },
  {
    question: 'What happens to my data if I cancel?',
    answer:
      'You keep your plan until the end of the paid month and then move to Free. Your data is kept for at least 30 days after cancellation.',
  },
  {
    question: 'Is there a money-back guarantee?',
    answer: 'Yes. All paid plans come with a 14-day money-back guarantee.',
  },
  {
    question: 'How are payments handled?',
    answer:
      'Payments are handled by Stripe, a card payment provider. Your card number never reaches Daybook.',
  },
]

export function PricingQuestions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="text-heading font-semibold">
        Frequently Asked Questions
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-1 text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
