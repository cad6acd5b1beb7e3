/* The Coastal Rating as a plain C loop: the yardstick for the compiled kernel.
 *
 * Two sides, players at the table and computers, exponential Form, levels, full
 * history of 64 bytes a rated seat. No away hands, no Solo, no window: the yardstick
 * does less than the kernel. S comes from the same table of margins.
 */
#include <math.h>
#include <stdint.h>

typedef struct {
    double rating, form, lower, upper;
    int32_t rated_hands, finished_games, promoted_at, step_at, judge_at;
    int32_t first_pending, n_pending;
    int16_t level;
    uint8_t is_at_risk, was_safe;
} State;

typedef struct {
    double rating_before, rating_after, form_before, form_after, rating_change;
    int32_t hand, row, settled_by, rated_hands, finished_games;
    int16_t level;
    uint8_t seat, event;
} Change;

typedef struct { double line; int64_t hands, games; } Level;

enum { RATED = 1, FINISHES = 4 };

static int step_level(State *s, const Level *levels, double keep, int64_t protected_,
                      int64_t provisional)
{
    int n = s->rated_hands, event = 0;
    if (n < provisional) return 0;
    if (n == provisional) {
        s->level = 0; s->step_at = n; event = 1;
    } else {
        const Level *above = &levels[s->level + 1];
        double line = levels[s->level].line;
        if (s->form >= above->line && n >= above->hands &&
            s->finished_games >= above->games) {
            s->level++; s->step_at = s->promoted_at = n; s->is_at_risk = 0; event = 2;
        } else if (s->is_at_risk && s->form <= line - keep &&
                   n - (int64_t)s->promoted_at > protected_) {
            s->level--; s->step_at = n; s->is_at_risk = 0; event = 3;
        } else if (s->form < line && !s->is_at_risk) {
            s->is_at_risk = 1; event = 4;
        } else if (s->form >= line && s->is_at_risk) {
            s->is_at_risk = 0; event = 5;
        }
    }
    double line = levels[s->level].line;
    s->judge_at = INT32_MAX;
    if (s->is_at_risk) {
        s->upper = line; s->lower = line - keep;
        if (s->promoted_at + protected_ > n) {
            s->lower = -INFINITY; s->judge_at = s->promoted_at + protected_;
        }
    } else {
        const Level *above = &levels[s->level + 1];
        s->lower = line; s->upper = INFINITY;
        if (n < above->hands) s->judge_at = above->hands;
        else if (s->finished_games >= above->games) s->upper = above->line;
    }
    return event;
}

int64_t replay(int64_t n_hands, const int32_t (*rows)[4], const uint8_t (*flags)[4],
               const int32_t *margin_no, double *expected, double (*sides)[2],
               const double *actual, const double *k_table, int64_t k_last,
               const double *weights, int64_t weight_last, const Level *levels,
               double scale, double keep, int64_t protected_, int64_t provisional,
               State *states, Change *changes)
{
    Change *change = changes;
    double steepness = log(10.0) / scale;
    for (int64_t hand = 0; hand < n_hands; hand++) {
        if (hand + 16 < n_hands)
            for (int i = 0; i < 4; i++)
                __builtin_prefetch(&states[rows[hand + 16][i]], 1);
        const int32_t *row = rows[hand];
        const uint8_t *flag = flags[hand];
        if (!(flag[0] | flag[1] | flag[2] | flag[3])) continue;
        double a = 0.5 * (states[row[0]].rating + states[row[2]].rating);
        double b = 0.5 * (states[row[1]].rating + states[row[3]].rating);
        double e = 1.0 / (1.0 + exp((b - a) * steepness));
        double s = actual[margin_no[hand]];
        sides[hand][0] = a; sides[hand][1] = b; expected[hand] = e;
        for (int i = 0; i < 4; i++) {
            if (!(flag[i] & RATED)) continue;
            State *p = &states[row[i]];
            int n = p->rated_hands;
            double k = k_table[n < k_last ? n : k_last];
            double own_e = i & 1 ? 1.0 - e : e, own_s = i & 1 ? 1.0 - s : s;
            double delta = k * (0.5 - own_e) + k * (own_s - 0.5);
            double rating = p->rating + delta;
            double weight = weights[n < weight_last ? n : weight_last];
            double form = p->form + weight * (rating - p->form);
            int finishes = (flag[i] & FINISHES) != 0;
            change->rating_before = p->rating; change->rating_after = rating;
            change->form_before = p->form; change->form_after = form;
            change->rating_change = delta;
            p->rating = rating; p->form = form;
            p->rated_hands = n + 1; p->finished_games += finishes;
            change->event = 0;
            if (finishes || form <= p->lower || form >= p->upper ||
                n + 1 >= p->judge_at)
                change->event = step_level(p, levels, keep, protected_, provisional);
            change->hand = hand; change->row = row[i]; change->settled_by = -1;
            change->rated_hands = n + 1; change->finished_games = p->finished_games;
            change->level = p->level; change->seat = i;
            change++;
        }
    }
    return change - changes;
}
