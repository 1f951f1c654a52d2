/** Which requests the inbox shows: the view, the filters, the page. */

import { Clock, TriangleAlert } from '../../../../generated/icons';
import { LIMITS } from '../../../../generated/limits';
import { counted, formatCount } from '../../lib/format';
import { goToInbox, type Inbox, type InboxQuery, PAGE, type Sort } from '../../lib/inbox';
import { Link } from '../../lib/router';
import { Button } from '../../ui/button';
import { Chip, Picker, SearchField } from '../../ui/filters';
import { Icon } from '../../ui/icon';
import { Pager } from '../../ui/pager';

/** The views of the inbox as tabs: what waits for me, and everything that is open. */
export function Views({ search, inbox }: { readonly search: InboxQuery; readonly inbox: Inbox }) {
  const isOpen = search.view === 'open';
  return (
    <nav aria-label="Views" className="views">
      <Tab to="/" isHere={!isOpen} name="Needs me" count={inbox.counts.mine} />
      <Tab to="/?view=open" isHere={isOpen} name="Everything open" count={inbox.counts.open} />
    </nav>
  );
}

interface TabProps {
  readonly to: string;
  readonly isHere: boolean;
  readonly name: string;
  /** Null if it was not counted. */
  readonly count: number | null;
}

function Tab({ to, isHere, name, count }: TabProps) {
  return (
    <Link to={to} className="view" aria-current={isHere ? 'page' : undefined}>
      {name} {count !== null && <span className="view-count">{formatCount(count)}</span>}
    </Link>
  );
}

interface FiltersProps {
  readonly search: InboxQuery;
  readonly inbox: Inbox;
}

/** The service searches all open requests, and counts the matches of each filter. */
export function Filters({ search, inbox }: FiltersProps) {
  const { view, sort, offset: _, ...filters } = search;
  const set = (change: InboxQuery) => goToInbox({ ...search, offset: undefined, ...change });
  const isFiltered = Object.keys(filters).length > 0;
  const { open, mine, asked } = inbox.counts;
  const all = view === 'open' ? open : (mine ?? asked);
  return (
    <search className="toolbar filters">
      <SearchField
        label="Search the open requests"
        hint={`Search ${counted(all, 'request')}`}
        text={search.text ?? ''}
        onChange={(text) => set({ text })}
      />
      <div className="chips">
        <Chip
          isOn={search.unusual === true}
          onPress={() => set({ unusual: search.unusual === true ? undefined : true })}
          count={inbox.counts.unusual}
        >
          <Icon of={TriangleAlert} tiny /> Unusual
        </Chip>
        <Chip
          isOn={search.soon === true}
          onPress={() => set({ soon: search.soon === true ? undefined : true })}
          count={inbox.counts.soon}
        >
          <Icon of={Clock} tiny /> Ends soon
        </Chip>
        <Picker
          label="Action"
          value={search.action}
          choices={inbox.actions}
          set={(action) => set({ action })}
          most={LIMITS.choices.max}
        />
        <Picker
          label="Requester"
          value={search.requester}
          choices={inbox.requesters}
          set={(requester) => set({ requester })}
          most={LIMITS.choices.max}
        />
        <Picker
          label="State"
          value={search.state}
          choices={STATES}
          set={(state) => set({ state: state as InboxQuery['state'] })}
        />
        <span className="chip picker">
          <select
            aria-label="Sort by"
            value={sort ?? 'end'}
            onChange={(event) => set({ sort: event.target.value as Sort })}
          >
            <option value="end">Ends first</option>
            <option value="age">Newest first</option>
            <option value="amount">Largest amount first</option>
          </select>
        </span>
        <Button className="chip plain" isDisabled={!isFiltered} onPress={() => goToInbox({ view, sort })}>
          Clear
        </Button>
      </div>
    </search>
  );
}

const STATES = [
  { id: 'notified', name: 'Waiting for keys' },
  { id: 'staging', name: 'Turning keys' },
];

/** Which of the matching requests the page has, and the pages before and after it. */
export function InboxPager({ search, inbox }: { readonly search: InboxQuery; readonly inbox: Inbox }) {
  const { offset = 0 } = search;
  const { next } = inbox;
  const { matching, mine, asked, open } = inbox.counts;
  const all = search.view === 'open' ? open : (mine ?? asked);
  const shown = inbox.requests.length;
  const turn = (to: number) => {
    goToInbox({ ...search, offset: to });
    scrollTo(0, 0);
  };
  // A page of a flood goes past requests that no longer wait for the operator.
  const end = matching === null ? Math.max(next ?? all, offset + shown) : offset + shown;
  const range = end === offset ? '0' : `${formatCount(offset + 1)}–${formatCount(end)}`;
  return (
    <Pager
      range={
        matching === null || matching === all
          ? `${range} of ${formatCount(all)}`
          : `${formatCount(matching)} of ${formatCount(all)}`
      }
      before={offset === 0 ? null : () => turn(Math.max(0, offset - PAGE))}
      next={next === null ? null : () => turn(next)}
    />
  );
}
