package dev.fleetwright.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Checked;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Kubernetes adds to CEL. The API server's cases ask a real kube-apiserver for most of it;
 * here is what its cost estimate does not let through, and what fails.
 */
class KubernetesLibraryTest {

  private static final CelEnvironment KUBERNETES =
      CelEnvironment.builder().variable("self", ValueType.DYN).kubernetes().build();

  private static CelResult evaluate(String source) {
    Map<String, Object> values = new HashMap<>();
    values.put("self", Map.of("memory", "2Gi", "url", "https://a.b/c"));
    return KUBERNETES.compile(source).orThrow().evaluate(values);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1, 3].isSorted() && ['a', 'b', 'c'].isSorted() && !['c', 'a'].isSorted()",
        "[1.0].isSorted() && [].isSorted() && [false, true].isSorted()",
        "[1, 3].sum() == 4 && [1.0, 3.0].sum() == 4.0 && [].sum() == 0",
        "[duration('1m'), duration('1s')].sum() == duration('1m1s')",
        "['b', 'a'].min() == 'a' && [1, 3].max() == 3 && [timestamp('2020-01-01T00:00:00Z')].max()"
            + " < timestamp('2021-01-01T00:00:00Z')",
        "[1, 2, 2, 3].indexOf(2) == 1 && ['a', 'b', 'b'].lastIndexOf('b') == 2 && [1].indexOf(5) =="
            + " -1",
        "'tacocat'.indexOf('ac') == 1 && 'tacocat'.lastIndexOf('t') == 6 && 'abab'.indexOf('ab', 1)"
            + " == 2",
        "string(ip('2001:DB8:0:0:0::1')) == '2001:db8::1' && string(ip('0:0:1:0:0:0:0:1')) =="
            + " '0:0:1::1'",
        "string(ip('::')) == '::' && string(ip('1::')) == '1::' && string(cidr('10.1.2.3/8')) =="
            + " '10.1.2.3/8'",
        "!isIP('1::2::3') && !isIP(':::') && !isIP('1:2:3:4:5:6:7:8:9') && isIP('1:2:3:4:5:6:7:8')",
        "!isIP('1:2:3:4:5:6:7:8::') && !isIP('::12345') && !isIP('1.2.3') && !isIP('::1.2.3.4')",
        "!isCIDR('10.0.0.0/08') && !isCIDR('10.0.0.0/8/8') && cidr('::/0').containsIP('::1')",
        "!cidr('10.0.0.0/0').containsIP('::1') && cidr('255.255.255.255/1').masked() =="
            + " cidr('128.0.0.0/1')",
        "type(quantity('1')) != type(1) && quantity(self.memory).asInteger() == 2147483648",
        "quantity('1E').asInteger() == 1000000000000000000 && quantity('1E3') == quantity('1k')",
        "quantity('.5').compareTo(quantity('500m')) == 0 && quantity('5.') == quantity('5')",
        "!isQuantity('1e9999') && !isQuantity('1 ') && !isQuantity('0x1') && !isQuantity('1KiB')",
        "url(self.url).getHost() == 'a.b' && url('HTTPS://a').getScheme() == 'https'",
        "url('https://a:/').getPort() == '' && url('https://u:p@h:1/').getHostname() == 'h'",
        "!isURL('https://a/%zz') && !isURL('a b') && !isURL('https://a b/') && isURL('https://a/b"
            + " c')",
        "url('https://a/?x&y=1+2&x=%41').getQuery() == {'x': ['', 'A'], 'y': ['1 2']}",
        "'%s|%s|%s'.format([[1, 'a', null], {'k': 1.5}, duration('90s')]) =="
            + " '[1, a, null]|{k: 1.5}|90s'",
        "'%.0f %.3e %d %s'.format([2.5, 1234.0, 7u, b'hi']) == '2 1.234e+03 7 hi'",
        "'%o %X'.format([-8, b'\\xff']) == '-10 FF' && ''.format([]) == '' && '%s'.format([1.0]) =="
            + " '1'",
        "'%s'.format([timestamp('2020-01-01T00:00:00Z')]) == '2020-01-01T00:00:00Z'",
        "'aXbX'.findAll('[a-z]') == ['a', 'b'] && 'aaa'.findAll('') == ['', '', '', '']",
        "'aaa'.findAll('a', 0) == [] && 'aaa'.findAll('a', -1).size() == 3 && 'héé'.find('é+') =="
            + " 'éé'",
      })
  void holds(String source) {
    assertThat(evaluate(source))
        .as(source)
        .isInstanceOfSatisfying(
            CelResult.Value.class, value -> assertThat(value.value()).isEqualTo(true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quantity('1.3GiB') == quantity('1')",
        "quantity('0.5').asInteger() == 0",
        "quantity('9223372036854775808').asInteger() == 0",
        "ip('10.0.0.256').family() == 4",
        "cidr('10.0.0.0').prefixLength() == 8",
        "url('../x').getHost() == ''",
        "dyn([]).min() == 1",
        "[dyn(1), dyn('a')].isSorted()",
        "[dyn(1), dyn('a')].sum() == 1",
        "'%d'.format(['a']) == ''",
        "'%s %s'.format(['a']) == ''",
        "'%'.format([]) == ''",
        "'%q'.format([1]) == ''",
        "'%.999f'.format([1.0]) == ''",
        "'a'.find('(') == ''",
        "quantity(dyn(1)) == quantity('1')",
        "'a'.findAll('a', dyn('x')) == []",
      })
  void fails(String source) {
    assertThat(evaluate(source)).as(source).isInstanceOf(CelResult.Failure.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'%s'.format([lists.range(10000).map(x, lists.range(10000))]).size() > 0",
        "lists.range(10000).all(x, 'aaaaaaaaaaaaaaaaaaaaaaaaa'.findAll('(a*)*b').size() == 0)",
      })
  void isBounded(String source) {
    assertThat(evaluate(source)).as(source).isInstanceOf(CelResult.Failure.class);
  }

  @Test
  void othersDoNotKnowThem() {
    CelEnvironment plain = CelEnvironment.builder().build();
    for (String source :
        new String[] {"quantity('1')", "ip('::1')", "[1].sum()", "'a'.find('a')"}) {
      assertThat(plain.compile(source)).as(source).isInstanceOf(Checked.Invalid.class);
    }
  }
}
